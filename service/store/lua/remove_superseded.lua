-- Delete the marks of copies that were removed from the archive; of a removed game, also the last traces.
-- KEYS  archived, superseded
-- ARGV  the marks of the copies, if any
if #ARGV > 0 then
    redis.call('SREM', KEYS[2], unpack(ARGV))
end
if redis.call('EXISTS', KEYS[2]) == 0 and redis.call('GET', KEYS[1]) == '' then
    redis.call('DEL', KEYS[1])
end
