-- Remove what Redis holds of a game that the archive has by now, if nothing of it has changed since it was read.
-- KEYS  archived, header, answers, recalled, then all that was read
-- ARGV  the mark under which the archive has it, then of all that was read the digest of its dump, empty where there was
--       nothing
-- Gives 1 if it was done; also to whoever repeats the very same call. 0 if anything has changed, or stays for a while;
-- -1 if another mark has been announced meanwhile, or the game removed: nobody will ask the archive for this one.
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
