-- Read all of a game that a request may need, as it is at one moment.
-- KEYS  header, state, table, seats, log [, answers]
-- ARGV  how many events a bundle has, how many entries at the end of the log are never bundled
-- Returns header, snapshot and table, each false if there is none; who has the seats, each after its number; the last
-- entry of the log, false before the first; the answers that are kept, none unless they are asked for; and how many
-- events come before the first entries that are to be bundled, with these entries. See `bundles`.
local size, newest = tonumber(ARGV[1]), tonumber(ARGV[2])
local log = KEYS[5]
local function is_bundled(index)
    return string.match(redis.call('LINDEX', log, index), '^%d+$')
end
local function oldest_stretch()
    local first = math.floor((redis.call('LLEN', log) - newest) / size - 1) * size
    if first < 0 or is_bundled(first + size - 1) then
        return 0, {}
    end
    while first > 0 and not is_bundled(first - 1) do
        first = first - size
    end
    return first, redis.call('LRANGE', log, first, first + size - 1)
end
local parts = redis.call('MGET', KEYS[1], KEYS[2], KEYS[3])
local seats = redis.call('HGETALL', KEYS[4])
local last = redis.call('LINDEX', log, -1)
local answers = KEYS[6] and redis.call('LRANGE', KEYS[6], 0, -1) or {}
return {parts[1], parts[2], parts[3], seats, last, answers, oldest_stretch()}
