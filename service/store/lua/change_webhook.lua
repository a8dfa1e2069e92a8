-- Change a webhook that is still as it was seen.
-- KEYS  webhooks
-- ARGV  id, as it was seen, as it is to be
-- Gives 1 if it is so, also to whoever repeats the very same call.
local kept = redis.call('HGET', KEYS[1], ARGV[1])
if kept == ARGV[2] then
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
    return 1
end
return kept == ARGV[3] and 1 or 0
