-- Remove or postpone an entry of a due list or the list of clocks, if it still has the time that was read.
-- KEYS  list
-- ARGV  name of the entry, its time as read [, the new time]
-- Returns 1 on success, also when the same postponement is retried.
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
