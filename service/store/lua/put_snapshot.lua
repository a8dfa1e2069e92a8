-- Replace the snapshot, if the log still has the length of the new one.
-- KEYS  log, state, header
-- ARGV  length of the log, snapshot
-- Returns 1 on success.
if redis.call('EXISTS', KEYS[3]) == 0 or redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then
    return 0
end
redis.call('SET', KEYS[2], ARGV[2])
return 1
