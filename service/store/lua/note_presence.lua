-- Store when players were present, unless their game or player was removed.
-- An empty message wakes the streams of a game after the sign of a player who was absent.
-- KEYS  seen, header and profile: one of the two exists
-- ARGV  seconds to live, age in seconds up to which a sign counts, channel, then time and name of each
if redis.call('EXISTS', KEYS[2], KEYS[3]) == 0 then
    return
end
local has_come = false
for index = 4, #ARGV, 2 do
    local last = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[index + 1]) or 0)
    has_come = has_come or last <= ARGV[index] - ARGV[2]
    redis.call('ZADD', KEYS[1], 'GT', ARGV[index], ARGV[index + 1])
end
redis.call('EXPIRE', KEYS[1], ARGV[1])
if has_come and redis.call('EXISTS', KEYS[2]) == 1 then
    redis.pcall('PUBLISH', ARGV[3], '')
end
