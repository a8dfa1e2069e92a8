-- Remove failed jobs of a subject, and the subject after its last one.
-- KEYS  failed jobs of the subject, subjects with failed jobs
-- ARGV  subject, the jobs; all if none is given
-- Returns 1 if a job was removed, else 0.
local removed
if ARGV[2] then
    removed = redis.call('HDEL', KEYS[1], unpack(ARGV, 2))
else
    removed = redis.call('DEL', KEYS[1])
end
if redis.call('EXISTS', KEYS[1]) == 0 then
    redis.call('ZREM', KEYS[2], ARGV[1])
end
return removed > 0 and 1 or 0
