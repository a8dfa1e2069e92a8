-- Delete a season, unless it was changed.
-- KEYS  season
-- ARGV  number of changes so far
-- Returns 1 if the season does not exist any more.
local changes = redis.call('HGET', KEYS[1], 'changes')
if changes and ARGV[1] ~= changes then
    return 0
end
redis.call('DEL', KEYS[1])
return 1
