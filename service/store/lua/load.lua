-- Return all data of a game that a request may need, read in one step.
-- KEYS  header, state, table, seats, log [, responses]
-- ARGV  number of latest events that are never bundled, sizes of bundles, smallest first
-- Returns:
-- - header, snapshot and info, each false if missing
-- - the records of the seats, each after its number
-- - the last entry of the log, false if there is none
-- - the stored responses, none without that key
-- - number of events before the entries to bundle, and these entries: see `bundles`
local log = KEYS[5]
local function is_bundled(first, size)
    local back = string.match(redis.call('LINDEX', log, first + size - 1), '^%d+$')
    return back and tonumber(back) >= size - 1
end
local function to_bundle()
    local old = redis.call('LLEN', log) - ARGV[1]
    for number = 2, #ARGV do
        local size = tonumber(ARGV[number])
        local first = math.floor(old / size - 1) * size
        if first >= 0 and not is_bundled(first, size) then
            while first > 0 and not is_bundled(first - size, size) do
                first = first - size
            end
            return first, redis.call('LRANGE', log, first, first + size - 1)
        end
    end
    return 0, {}
end
local parts = redis.call('MGET', KEYS[1], KEYS[2], KEYS[3])
local seats = redis.call('HGETALL', KEYS[4])
local last = redis.call('LINDEX', log, -1)
local responses = KEYS[6] and redis.call('LRANGE', KEYS[6], 0, -1) or {}
return {parts[1], parts[2], parts[3], seats, last, responses, to_bundle()}
