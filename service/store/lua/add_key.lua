-- Give a player another key, unless the player has too many, has given this one up, or the key it is made with is gone.
-- KEYS  profile, keys, given up
-- ARGV  key, what is kept of it, how many there may be, the player's own key that it is made with or '', expired keys
-- Returns 1; 0 if there are too many; -1 if the parent has been revoked; nothing if there is no such player.
if redis.call('EXISTS', KEYS[1]) == 0 then
    return nil
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
