-- Arrange the table of a game anew, unless it has changed since it was seen, or the game has been removed.
-- KEYS  table, header, log
-- ARGV  the table as it was seen, as it is from now on, empty where nothing is arranged; the channel on which to tell
--       that, or nothing: then whoever follows the game hears of its last event once more, and looks at it again
-- Gives 1 if it was done; also to whoever repeats the very same call.
local kept = redis.call('GET', KEYS[1]) or ''
if redis.call('EXISTS', KEYS[2]) == 0 or (kept ~= ARGV[1] and kept ~= ARGV[2]) then
    return 0
end
redis.call('SET', KEYS[1], ARGV[2])
if ARGV[3] ~= '' then
    redis.pcall('PUBLISH', ARGV[3], redis.call('LINDEX', KEYS[3], -1) or '')
end
return 1
