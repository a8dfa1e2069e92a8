-- Ban a player and end all keys. The digests of the keys stay, so that their requests get the reason.
-- KEYS  ban, keys, ended keys
-- ARGV  record of the ban, when it ends in Unix milliseconds or '', channel
local stored = redis.call('HGETALL', KEYS[2])
for i = 1, #stored, 2 do
    redis.call('HSET', KEYS[3], stored[i], cjson.decode(stored[i + 1]).digest)
end
redis.call('DEL', KEYS[2])
redis.call('SET', KEYS[1], ARGV[1])
for _, name in ipairs({KEYS[1], KEYS[3]}) do
    if ARGV[2] == '' then
        redis.call('PERSIST', name)
    else
        redis.call('PEXPIREAT', name, ARGV[2])
    end
end
redis.pcall('PUBLISH', ARGV[3], '')
