-- Revoke a key for good, with every key of the same player that was made with it. The key that revokes survives: if it
-- was made with the revoked one, it takes its place, so that a player can exchange a key.
-- KEYS  keys, given up
-- ARGV  key, seconds to remember that it was revoked, channel, the player's own key that revokes or '', what is kept of
--       that one once it has taken the place of the other
-- Returns 1; 0 if there is no such key.
local found = redis.call('HEXISTS', KEYS[1], ARGV[1])
local parents, kept = {}, redis.call('HGETALL', KEYS[1])
for i = 1, #kept, 2 do
    parents[kept[i]] = cjson.decode(kept[i + 1]).parent or ''
end
local revoked, grown = {[ARGV[1]] = true}, true
while grown do
    grown = false
    for key, parent in pairs(parents) do
        if revoked[parent] and key == ARGV[4] then
            redis.call('HSET', KEYS[1], key, ARGV[5])
        elseif revoked[parent] and not revoked[key] then
            revoked[key], grown = true, true
        end
    end
end
for key in pairs(revoked) do
    redis.call('HDEL', KEYS[1], key)
    redis.call('SADD', KEYS[2], key)
end
redis.call('EXPIRE', KEYS[2], ARGV[2])
redis.pcall('PUBLISH', ARGV[3], '')
return found
