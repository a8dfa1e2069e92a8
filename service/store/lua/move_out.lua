-- Delete a game that the archive has, if nothing has changed since it was read.
-- KEYS  archived, header, responses, restored, then all keys that were read
-- ARGV  the mark of the copy, then the digest of the dump of each key, empty for a missing one
-- Returns 1 on success, also when the same call is retried.
-- Returns 0 if anything has changed, or must stay for a while.
-- Returns -1 if there is another mark, or the game was removed: this copy is then invalid.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return -1
end
if redis.call('EXISTS', KEYS[2]) == 0 then
    return 1
end
if redis.call('EXISTS', KEYS[3], KEYS[4]) > 0 then
    return 0
end
for index = 5, #KEYS do
    local dump = redis.call('DUMP', KEYS[index])
    if (dump and redis.sha1hex(dump) or '') ~= ARGV[index - 3] then
        return 0
    end
end
redis.call('DEL', unpack(KEYS, 5))
return 1
