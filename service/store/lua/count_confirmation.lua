-- Count a confirmation mail in all of its limits, or in none if one of them is exhausted.
-- KEYS  counters
-- ARGV  seconds of a day, then the limit of each counter
-- Returns 0 if the mail is counted, else the milliseconds until all exhausted limits end.
local wait = 0
for number, counter in ipairs(KEYS) do
    if tonumber(redis.call('GET', counter) or 0) >= tonumber(ARGV[number + 1]) then
        wait = math.max(wait, redis.call('PTTL', counter), 1)
    end
end
if wait > 0 then
    return wait
end
for _, counter in ipairs(KEYS) do
    if redis.call('INCR', counter) == 1 then
        redis.call('EXPIRE', counter, ARGV[1])
    end
end
return 0
