-- Send a delivery of a webhook again, unless it has been deleted.
-- KEYS  state, deliveries, pending
-- ARGV  id of the delivery, when to send it
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
    redis.call('HDEL', KEYS[1], 'rest')
    redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
end
