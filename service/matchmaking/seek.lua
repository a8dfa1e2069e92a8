-- Add a waiting seek to its kind, or match it: then remove the other matched seeks.
-- KEYS  waiting, matches, stopped
-- ARGV  player, seek, the time, id of the game after a match, seconds to live of waiting seeks, and of stopped ones,
--       channel of the seeks
-- The largest possible number of seats that the seek accepts is used. The longest waiting seeks go first. The
-- ratings at the requests must fit into all rating ranges. No two seeks may have the same side, and no seek may be of a
-- player whom another one has blocked.
-- Returns 1 if it waits, or has expired; 0 if it has been matched, now or before, or stopped.
local MOST_TRIES = 10000
local function takes(seek, size)
    for _, each in ipairs(seek.seats) do
        if each == size then
            return true
        end
    end
    return false
end
local function admits(one, other, size)
    local own, others = (one.ratings or {})[size], (other.ratings or {})[size]
    local range = one.rating_range
    if not (own and others and range) then
        return true
    end
    return others >= own - (range.below or math.huge) and others <= own + (range.above or math.huge)
end
local function blocks(one, other)
    for _, blocked in ipairs(one.seek.blocked or {}) do
        if blocked == other.player then
            return true
        end
    end
    return false
end
local function fits(each, party, size)
    for _, other in ipairs(party) do
        if blocks(each, other) or blocks(other, each) then
            return false
        end
        if each.seek.side and each.seek.side == other.seek.side then
            return false
        end
        if not (admits(each.seek, other.seek, size) and admits(other.seek, each.seek, size)) then
            return false
        end
    end
    return true
end
local tries = 0
local function complete(party, others, from, size)
    if #party == size then
        return true
    end
    for index = from, #others do
        tries = tries + 1
        if tries > MOST_TRIES then
            return false
        end
        if takes(others[index].seek, size) and fits(others[index], party, tostring(size)) then
            table.insert(party, others[index])
            if complete(party, others, index + 1, size) then
                return true
            end
            table.remove(party)
        end
    end
    return false
end
local player, now = ARGV[1], tonumber(ARGV[3])
local own = cjson.decode(ARGV[2])
if redis.call('ZSCORE', KEYS[3], own.seek) then
    return 0
end
if own['until'] <= now then
    return 1
end
redis.call('HSET', KEYS[1], player, ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.pcall('PUBLISH', ARGV[7], '')
local waiting, stored = {}, redis.call('HGETALL', KEYS[1])
for index = 1, #stored, 2 do
    local is_whole, seek = pcall(cjson.decode, stored[index + 1])
    if not is_whole or type(seek) ~= 'table' or not tonumber(seek['until']) or seek['until'] <= now then
        redis.call('HDEL', KEYS[1], stored[index])
    else
        table.insert(waiting, {player = stored[index], seek = seek, text = stored[index + 1]})
    end
end
table.sort(waiting, function(one, other)
    local first, second = one.seek.created_at, other.seek.created_at
    return first < second or (first == second and one.seek.seek < other.seek.seek)
end)
local others, mine = {}, {player = player, seek = own, text = ARGV[2]}
for _, each in ipairs(waiting) do
    if each.player ~= player then
        table.insert(others, each)
    end
end
for _, size in ipairs(own.seats) do
    local party, seeks = {mine}, {}
    if complete(party, others, 1, size) then
        for _, each in ipairs(party) do
            redis.call('HDEL', KEYS[1], each.player)
            redis.call('ZADD', KEYS[3], now, each.seek.seek)
            table.insert(seeks, each.text)
        end
        redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - ARGV[6])
        redis.call('EXPIRE', KEYS[3], ARGV[6])
        redis.call('HSET', KEYS[2], ARGV[4], '[' .. table.concat(seeks, ',') .. ']')
        return 0
    end
end
return 1
