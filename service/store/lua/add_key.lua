-- Add a key to a player, unless the player has too many or is banned, the key was revoked, or its parent was revoked.
-- KEYS  profile, keys, revoked keys, ban
-- ARGV  id of the key, its record, most keys, id of the player's key that created it or '', ids of expired keys
-- Returns 1; 0 if there are too many; -1 if the parent has been revoked; -2 for a banned player; nil for an unknown one.
if redis.call('EXISTS', KEYS[1]) == 0 then
    return nil
end
if redis.call('EXISTS', KEYS[4]) == 1 then
    return -2
end
for expired = 5, #ARGV do
    redis.call('HDEL', KEYS[2], ARGV[expired])
end
if redis.call('SISMEMBER', KEYS[3], ARGV[1]) == 1 or redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
    return 1
end
if ARGV[4] ~= '' and redis.call('HEXISTS', KEYS[2], ARGV[4]) == 0 then
    return -1
end
if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[3]) then
    return 0
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
