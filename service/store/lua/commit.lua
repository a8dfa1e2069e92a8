-- Append events, replace snapshot and game info, and publish each event, if the game is as it was read.
-- A failure to publish does not matter: the events are in the log. Does nothing for a removed game, or one whose header
-- is lost.
-- KEYS  log, state, info, seats, header [, responses]
-- ARGV  of the game as read: version, last entry, joined seats, info
--       to write: attempt of the last event, snapshot, info; channel of the updates
--       for retries: mark of the request, the key first; most responses, seconds to keep them
--       the events
-- Returns 1 if the events are in the log, also if this script was sent before: they may be in a bundle since.
-- Returns 0 if another write came first, or if the key of the request has a stored response.
local log, state, info, seats, header, responses = unpack(KEYS)
local version, last_entry, joined_seats, seen_info = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4]
local attempt, snapshot, new_info, channel = ARGV[5], ARGV[6], ARGV[7], ARGV[8]
local mark, most_responses, seconds = ARGV[9], ARGV[10], ARGV[11]
local FIRST, LAST = 12, #ARGV
local new_version = version + LAST - FIRST + 1

local function has_response()
    local key = string.sub(mark, 1, #mark / 2)
    for _, stored in ipairs(redis.call('LRANGE', responses, 0, -1)) do
        if string.sub(stored, 1, #key) == key then
            return true
        end
    end
    return false
end

local function is_written()
    local found = redis.call('LINDEX', log, new_version - 1)
    if found == ARGV[LAST] then
        return true
    end
    local back = found and string.match(found, '^%d+$') or 0
    local bundle = redis.call('LINDEX', log, new_version - 1 - back)
    return bundle and string.byte(bundle) == 8 and string.byte(bundle, 2) > tonumber(back)
        and string.sub(bundle, 3 + 4 * back, 6 + 4 * back) == attempt
end

local function is_as_read()
    return (redis.call('LINDEX', log, -1) or '') == last_entry
        and (redis.call('GET', info) or '') == seen_info
        and table.concat(redis.call('HGETALL', seats)) == joined_seats
end

if responses and has_response() then
    return 0
end
if redis.call('LLEN', log) ~= version or redis.call('EXISTS', state, header) < 2 then
    return is_written() and 1 or 0
end
if not is_as_read() then
    return 0
end
for number = FIRST, LAST do
    redis.call('RPUSH', log, ARGV[number])
end
redis.call('SET', state, snapshot)
if new_info ~= seen_info then
    redis.call('SET', info, new_info)
end
if responses then
    redis.call('RPUSH', responses, mark .. tostring(new_version))
    redis.call('LTRIM', responses, -most_responses, -1)
    redis.call('EXPIRE', responses, seconds)
end
for number = FIRST, LAST do
    redis.pcall('PUBLISH', channel, ARGV[number])
end
return 1
