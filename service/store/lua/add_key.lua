-- Give a player one key more, unless he has as many as he may have, or has given this one up.
-- KEYS  profile, keys, given up
-- ARGV  key, what is kept of it, how many there may be, keys that have expired
-- Gives 1; 0 if there are too many; nothing if there is no such player.
if redis.call('EXISTS', KEYS[1]) == 0 then
    return nil
end
for expired = 4, #ARGV do
    redis.call('HDEL', KEYS[2], ARGV[expired])
end
if redis.call('EXISTS', KEYS[3]) == 1 or redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
    return 1
end
if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[3]) then
    return 0
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
