-- Add a webhook or notification target, unless its owner has too many of them, or was removed.
-- KEYS  webhooks, header, profile: the owner is a game or tournament with a header, or a player with a profile
-- ARGV  id, webhook, most webhooks
-- Returns 1 if it is there, 0 if there are too many, -1 if the owner was removed.
if redis.call('EXISTS', KEYS[2], KEYS[3]) == 0 then
    return -1
end
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
    local count = 0
    for _, id in ipairs(redis.call('HKEYS', KEYS[1])) do
        if string.sub(id, 1, 3) == string.sub(ARGV[1], 1, 3) then
            count = count + 1
        end
    end
    if count >= tonumber(ARGV[3]) then
        return 0
    end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
