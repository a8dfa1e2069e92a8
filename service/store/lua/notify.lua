-- Add a delivery to a webhook, unless it exists. The oldest of too many are deleted.
-- KEYS  state, deliveries, log, pending, webhooks
-- ARGV  id, delivery, when to send it, most deliveries, webhook id
-- Returns 1 if it is new.
if redis.call('HEXISTS', KEYS[5], ARGV[5]) == 0 or redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2]) == 0 then
    return 0
end
redis.call('ZADD', KEYS[3], redis.call('HINCRBY', KEYS[1], 'number', 1), ARGV[1])
redis.call('ZADD', KEYS[4], ARGV[3], ARGV[1])
for _, oldest in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1 - tonumber(ARGV[4]))) do
    redis.call('HDEL', KEYS[2], oldest)
    redis.call('ZREM', KEYS[3], oldest)
    redis.call('ZREM', KEYS[4], oldest)
end
return 1
