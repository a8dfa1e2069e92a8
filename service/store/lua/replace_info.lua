-- Replace the info of a game, unless it has changed since it was seen, or the game has been removed.
-- KEYS  info, header, log
-- ARGV  info as seen, new info, empty for the default; a channel or '': the last event is published there again, which
--       makes clients reload the game; the expected version or ''
-- Returns 1 on success, also when the same call is retried.
local stored = redis.call('GET', KEYS[1]) or ''
if redis.call('EXISTS', KEYS[2]) == 0 or (stored ~= ARGV[1] and stored ~= ARGV[2]) then
    return 0
end
if ARGV[4] ~= '' and redis.call('LLEN', KEYS[3]) ~= tonumber(ARGV[4]) then
    return 0
end
redis.call('SET', KEYS[1], ARGV[2])
if ARGV[3] ~= '' then
    redis.pcall('PUBLISH', ARGV[3], redis.call('LINDEX', KEYS[3], -1) or '')
end
return 1
