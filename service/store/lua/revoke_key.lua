-- Revoke a key for good, with all keys of the player that it created. The key that authorises this survives. If the
-- revoked key had created it, it replaces that key, so that a player can exchange a key.
-- KEYS  keys, revoked keys
-- ARGV  key, seconds to remember the revocation, channel, the player's key that authorises this or '', its record after
--       it has taken the place of the other
-- Returns 1; 0 for an unknown key.
local found = redis.call('HEXISTS', KEYS[1], ARGV[1])
local parents, stored = {}, redis.call('HGETALL', KEYS[1])
for i = 1, #stored, 2 do
    parents[stored[i]] = cjson.decode(stored[i + 1]).parent or ''
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
