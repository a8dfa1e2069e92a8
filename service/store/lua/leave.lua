-- Empty a seat, and arrange the table anew, if both are still as they were seen.
-- KEYS  seats, header, table
-- ARGV  seat, what was kept of it when it was seen, what is kept from now on, the table as it was seen, as it is from
--       now on, channel
-- Gives 1 if it was done; also to whoever repeats the very same call.
local kept = redis.call('GET', KEYS[3]) or ''
local held = redis.call('HGET', KEYS[1], ARGV[1])
if kept == ARGV[5] and held == ARGV[3] then
    return 1
end
if kept ~= ARGV[4] or held ~= ARGV[2] then
    return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('SET', KEYS[3], ARGV[5])
redis.pcall('PUBLISH', ARGV[6], '')
return 1
