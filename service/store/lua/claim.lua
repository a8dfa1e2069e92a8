-- Give an open seat to the first who asks.
-- KEYS  seats [, response]
-- ARGV  seat, token digest [, response record, seconds to keep it]
-- Returns 'claimed', 'taken', or 'repeated' when this request has been answered before.
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then
    return 'repeated'
end
if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 0 then
    return 'taken'
end
if KEYS[2] then
    redis.call('SET', KEYS[2], ARGV[3], 'EX', ARGV[4])
end
return 'claimed'
