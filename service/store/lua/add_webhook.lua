-- Add a webhook, unless its owner has too many, or was removed.
-- KEYS  webhooks, header, profile: the owner is a game or tournament with a header, or a player with a profile
-- ARGV  id, webhook, most webhooks
-- Returns 1 if it is there, 0 if there are too many, -1 if the owner was removed.
if redis.call('EXISTS', KEYS[2], KEYS[3]) == 0 then
    return -1
end
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then
    return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
