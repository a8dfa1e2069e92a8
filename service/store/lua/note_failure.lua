-- Count a failure of a job.
-- KEYS  failed jobs of the subject, subjects with failed jobs
-- ARGV  subject, job, error, time, seconds to keep, error of a loss
-- Returns how often the job has failed. Losses are uncertain: a failure replaces them, and stays when one follows.
local known = redis.call('HGET', KEYS[1], ARGV[2])
local tries, error = 0, ARGV[3]
if known then
    local counted, last = string.match(known, '^(%d+)\n[^\n]*\n(.*)$')
    if last ~= ARGV[6] and error == ARGV[6] then
        return tonumber(counted)
    end
    if (last == ARGV[6]) == (error == ARGV[6]) then
        tries = tonumber(counted)
    end
end
tries = tries + 1
redis.call('HSET', KEYS[1], ARGV[2], tries .. '\n' .. ARGV[4] .. '\n' .. error)
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[4] - ARGV[5])
return tries
