-- Replace a webhook, if it is still as seen.
-- KEYS  webhooks
-- ARGV  id, webhook as seen, new webhook
-- Returns 1 on success, also when the same call is retried.
local stored = redis.call('HGET', KEYS[1], ARGV[1])
if stored == ARGV[2] then
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
    return 1
end
return stored == ARGV[3] and 1 or 0
