-- Give an open seat to the first who asks; when all seats are filled with it, a game that waits for that begins.
-- KEYS  seats, header, table [, response]
-- ARGV  seat, claim record, the table as it was seen, as it is once the game has begun, how many seats are to be filled
--       or 0, channel [, response record, seconds to keep it]
-- Returns 'claimed', 'begun', 'taken', 'changed' if the table is another, 'gone' for a game that has been removed,
-- 'repeated' when this request has been answered before, or 'reused' when another one was sent with its key.
local kept = KEYS[4] and redis.call('GET', KEYS[4])
if kept then
    return kept == ARGV[7] and 'repeated' or 'reused'
end
if redis.call('EXISTS', KEYS[2]) == 0 then
    return 'gone'
end
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
    return 'taken'
end
if (redis.call('GET', KEYS[3]) or '') ~= ARGV[3] then
    return 'changed'
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if KEYS[4] then
    redis.call('SET', KEYS[4], ARGV[7], 'EX', ARGV[8])
end
if redis.call('HLEN', KEYS[1]) ~= tonumber(ARGV[5]) then
    return 'claimed'
end
redis.call('SET', KEYS[3], ARGV[4])
redis.pcall('PUBLISH', ARGV[6], '')
return 'begun'
