-- Write a new player with a first key, unless the id is or was in use.
-- KEYS  profile, keys, deleted
-- ARGV  profile, id of the key, record of the key
if redis.call('EXISTS', KEYS[1], KEYS[3]) == 0 then
    redis.call('SET', KEYS[1], ARGV[1])
    redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
end
