-- Mark an identity of a player as ending, unless it is the last way to sign in.
-- KEYS  identities, keys
-- ARGV  identity, ids of the keys that do not expire
-- Returns 1 if it is ending, also when the call is retried; 0 if it is the last way to sign in; -1 if it is unknown.
local stored = redis.call('HGET', KEYS[1], ARGV[1])
if not stored then
    return -1
end
local ending = cjson.decode(stored)
if ending.ending then
    return 1
end
local others = 0
for key = 2, #ARGV do
    others = others + redis.call('HEXISTS', KEYS[2], ARGV[key])
end
local identities = redis.call('HGETALL', KEYS[1])
for i = 1, #identities, 2 do
    if identities[i] ~= ARGV[1] and not cjson.decode(identities[i + 1]).ending then
        others = others + 1
    end
end
if others == 0 then
    return 0
end
ending.ending = true
redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(ending))
return 1
