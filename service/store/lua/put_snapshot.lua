-- Put a snapshot in place of what there is, if the log still has the length that it was made of.
-- KEYS  log, state, header
-- ARGV  length of the log, snapshot
-- Gives 1 if it was done.
if redis.call('EXISTS', KEYS[3]) == 0 or redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then
    return 0
end
redis.call('SET', KEYS[2], ARGV[2])
return 1
