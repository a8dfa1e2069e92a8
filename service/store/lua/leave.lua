-- Free a seat and replace the info, if both are still as seen.
-- KEYS  seats, header, info
-- ARGV  seat, its record as seen, new record, info as seen, new info, channel
-- Returns 1 on success, also when the same call is retried.
local stored = redis.call('GET', KEYS[3]) or ''
local held = redis.call('HGET', KEYS[1], ARGV[1])
if stored == ARGV[5] and held == ARGV[3] then
    return 1
end
if stored ~= ARGV[4] or held ~= ARGV[2] then
    return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('SET', KEYS[3], ARGV[5])
redis.pcall('PUBLISH', ARGV[6], '')
return 1
