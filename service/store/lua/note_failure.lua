-- Count a failure of a job.
-- KEYS  failed jobs of the subject, subjects with failed jobs
-- ARGV  subject, job, error, time, seconds to keep
-- Returns how often the job has failed.
local known = redis.call('HGET', KEYS[1], ARGV[2])
local tries = (known and tonumber(string.match(known, '^%d+')) or 0) + 1
redis.call('HSET', KEYS[1], ARGV[2], tries .. '\n' .. ARGV[4] .. '\n' .. ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[4] - ARGV[5])
return tries
