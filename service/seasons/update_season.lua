-- Set fields of a season, unless it was deleted or changed.
-- KEYS  season
-- ARGV  number of changes so far, or empty for any; field, value, and so on
-- Returns 1 if the fields were set.
local changes = redis.call('HGET', KEYS[1], 'changes')
if not changes or (ARGV[1] ~= '' and ARGV[1] ~= changes) then
    return 0
end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('HINCRBY', KEYS[1], 'changes', 1)
return 1
