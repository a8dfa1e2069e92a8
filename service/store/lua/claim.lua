-- Give an open seat to the first who asks.
-- KEYS  seats, header [, response]
-- ARGV  seat, claim record [, response record, seconds to keep it]
-- Returns 'claimed', 'taken', 'gone' for a game that has been removed, 'repeated' when this request has been answered
-- before, or 'reused' when another one was sent with its key.
local kept = KEYS[3] and redis.call('GET', KEYS[3])
if kept then
    return kept == ARGV[3] and 'repeated' or 'reused'
end
if redis.call('EXISTS', KEYS[2]) == 0 then
    return 'gone'
end
if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 0 then
    return 'taken'
end
if KEYS[3] then
    redis.call('SET', KEYS[3], ARGV[3], 'EX', ARGV[4])
end
return 'claimed'
