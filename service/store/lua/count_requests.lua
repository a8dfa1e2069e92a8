-- Count requests of one client; the first one starts the minute.
-- KEYS  counter
-- ARGV  number of requests, seconds of a minute
-- Returns the counted requests of this minute, and the milliseconds left.
local used, left = redis.call('INCRBY', KEYS[1], ARGV[1]), redis.call('PTTL', KEYS[1])
if left < 0 then
    left = ARGV[2] * 1000
    redis.call('PEXPIRE', KEYS[1], left)
end
return {used, left}
