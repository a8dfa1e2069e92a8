-- Add a webhook, unless its owner has enough of them.
-- KEYS  webhooks
-- ARGV  id, webhook, how many there may be
-- Gives 1 if it is there.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then
    return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
