-- Return a range of a log and the version of the game, read in one step.
-- KEYS  log, header
-- ARGV  index of the first entry, of the last
-- Returns the version, the entries, the distance to the first requested event, and 1 if Redis holds the game. The distance
-- is not 0 if that event is inside a bundle: the bundle is then the first entry. See `bundles`.
local first = tonumber(ARGV[1])
local entries = redis.call('LRANGE', KEYS[1], first, ARGV[2])
local back = entries[1] and string.match(entries[1], '^%d+$') or 0
if back ~= 0 then
    entries[1] = redis.call('LINDEX', KEYS[1], first - back)
end
return {redis.call('LLEN', KEYS[1]), entries, tonumber(back), redis.call('EXISTS', KEYS[2])}
