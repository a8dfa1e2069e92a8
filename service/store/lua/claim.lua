-- Give an open seat to the first who asks.
-- KEYS  seats [, response]
-- ARGV  seat, claim record [, response record, seconds to keep it]
-- Returns 'claimed', 'taken', 'repeated' when this request has been answered before, or 'reused' when another one was
-- sent with its key.
local kept = KEYS[2] and redis.call('GET', KEYS[2])
if kept then
    return kept == ARGV[3] and 'repeated' or 'reused'
end
if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 0 then
    return 'taken'
end
if KEYS[2] then
    redis.call('SET', KEYS[2], ARGV[3], 'EX', ARGV[4])
end
return 'claimed'
