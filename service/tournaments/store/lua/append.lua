-- Append events to the log of a tournament, unless it has grown since it was seen.
-- KEYS  log, header, progress, players, number of changes of players
-- ARGV  the length of the log as seen, its channel, the summary after the events, number of fields of new
--       players, these fields, the events
-- Returns 1 on success, also when the same call is retried.
local seen, length = tonumber(ARGV[1]), redis.call('LLEN', KEYS[1])
if redis.call('EXISTS', KEYS[2]) == 0 then
    return 0
end
if length ~= seen then
    return redis.call('LINDEX', KEYS[1], seen + #ARGV - 5 - ARGV[4]) == ARGV[#ARGV] and 1 or 0
end
for word = 5, 4 + ARGV[4], 2 do
    if redis.call('HSET', KEYS[4], ARGV[word], ARGV[word + 1]) == 0 then
        redis.call('INCR', KEYS[5])
    end
end
for entry = 5 + ARGV[4], #ARGV do
    redis.call('RPUSH', KEYS[1], ARGV[entry])
end
redis.call('SET', KEYS[3], ARGV[3])
redis.pcall('PUBLISH', ARGV[2], '')
return 1
