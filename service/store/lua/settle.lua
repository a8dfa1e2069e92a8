-- Take an entry off the due list, or off the list of clocks, or put it off, unless its time has been changed since it was
-- read.
-- KEYS  list
-- ARGV  its name, the time that was read [, the time to put it off to]
-- Gives 1 if it was done; also to whoever repeats the very same putting off.
local due = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or nil)
if due ~= tonumber(ARGV[2]) then
    return due and due == tonumber(ARGV[3]) and 1 or 0
end
if ARGV[3] then
    redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
else
    redis.call('ZREM', KEYS[1], ARGV[1])
end
return 1
