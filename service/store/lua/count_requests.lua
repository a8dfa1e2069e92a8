-- Count requests of one client; the first one starts the minute.
-- KEYS  counter
-- ARGV  requests that were granted before, requests to grant now, limit, seconds of a minute
-- The requests of before always count. Those of now are granted together, or rejected and not counted.
-- Returns 1 if the requests of now are granted, else 0; the counted requests of this minute; and the milliseconds left.
-- The fourth value is the end of the minute in milliseconds on the clock of Redis: it differs in other minutes.
local used = redis.call('INCRBY', KEYS[1], ARGV[1])
local granted = used + ARGV[2] <= tonumber(ARGV[3]) and 1 or 0
if granted == 1 then
    used = redis.call('INCRBY', KEYS[1], ARGV[2])
end
local now, left = redis.call('TIME'), redis.call('PTTL', KEYS[1])
if left < 0 then
    left = ARGV[4] * 1000
    redis.call('PEXPIRE', KEYS[1], left)
end
return {granted, used, left, now[1] * 1000 + math.floor(now[2] / 1000) + left}
