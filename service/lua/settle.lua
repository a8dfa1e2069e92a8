-- Take a game off the due list, unless its time has been changed since it was read.
-- KEYS  due
-- ARGV  game id, the time that was read
local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if due and tonumber(due) == tonumber(ARGV[2]) then
    return redis.call('ZREM', KEYS[1], ARGV[1])
end
return 0
