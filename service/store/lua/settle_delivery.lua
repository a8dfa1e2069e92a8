-- Record the result of an attempt to send a delivery.
-- KEYS  state, deliveries, pending, leased
-- ARGV  id, delivery, start of the attempt if it failed, else '' [, time of the next attempt or '', end of the pause]
-- Returns the start of the current failures; 0 if there are none.
local id, failed = ARGV[1], ARGV[3]
redis.call('ZREM', KEYS[4], id)
if redis.call('HEXISTS', KEYS[2], id) == 0 then
    return '0'
end
redis.call('HSET', KEYS[2], id, ARGV[2])
if failed == '' then
    redis.call('ZREM', KEYS[3], id)
    redis.call('HDEL', KEYS[1], 'failures', 'since', 'rest')
    return '0'
end
if ARGV[4] == '' then
    redis.call('ZREM', KEYS[3], id)
else
    redis.call('ZADD', KEYS[3], ARGV[4], id)
end
local rest = tonumber(redis.call('HGET', KEYS[1], 'rest') or 0)
if rest <= tonumber(failed) then
    redis.call('HINCRBY', KEYS[1], 'failures', 1)
end
if rest < tonumber(ARGV[5]) then
    redis.call('HSET', KEYS[1], 'rest', ARGV[5])
end
redis.call('HSETNX', KEYS[1], 'since', failed)
return redis.call('HGET', KEYS[1], 'since')
