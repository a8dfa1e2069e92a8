-- Return the old entries of a log to bundle next: see `bundles`.
-- KEYS  log, header
-- ARGV  number of latest events that are never bundled, sizes of bundles, smallest first
-- Returns the header, the number of events before the entries, and the entries. Returns nothing if none are old enough.
local log = KEYS[1]
local old = redis.call('LLEN', log) - ARGV[1]
local function is_bundled(first, size)
    local back = string.match(redis.call('LINDEX', log, first + size - 1), '^%d+$')
    return back and tonumber(back) >= size - 1
end
for number = 2, #ARGV do
    local size = tonumber(ARGV[number])
    local first = math.floor(old / size - 1) * size
    if first >= 0 and not is_bundled(first, size) then
        while first > 0 and not is_bundled(first - size, size) do
            first = first - size
        end
        return {redis.call('GET', KEYS[2]), first, redis.call('LRANGE', log, first, first + size - 1)}
    end
end
return {}
