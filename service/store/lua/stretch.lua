-- Read a stretch of a log, with the version of the game, both of one moment.
-- KEYS  log
-- ARGV  index of the first entry, of the last
-- Returns the version, the entries, and how many events come before the first wanted one: where that is in a bundle
-- which begins before it, the bundle stands in its place. See `bundles`.
local first = tonumber(ARGV[1])
local entries = redis.call('LRANGE', KEYS[1], first, ARGV[2])
local back = entries[1] and string.match(entries[1], '^%d+$') or 0
if back ~= 0 then
    entries[1] = redis.call('LINDEX', KEYS[1], first - back)
end
return {redis.call('LLEN', KEYS[1]), entries, tonumber(back)}
