-- Note that the archive has some copies of a game no more; of a game that is being removed, the last with all the rest.
-- KEYS  archived, superseded
-- ARGV  the marks of the copies, if any
if #ARGV > 0 then
    redis.call('SREM', KEYS[2], unpack(ARGV))
end
if redis.call('EXISTS', KEYS[2]) == 0 and redis.call('GET', KEYS[1]) == '' then
    redis.call('DEL', KEYS[1])
end
