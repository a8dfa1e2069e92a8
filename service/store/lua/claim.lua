-- Give an open seat to the first who asks; when all seats are filled with it, a game that waits for that begins.
-- KEYS  seats, header, table [, response]
-- ARGV  seat, what was kept of it when it was seen, what is kept from now on, the player whose seat it will be or '',
--       the table as it was seen, as it is once the game has begun, how many seats are to be filled or 0, channel
--       [, what the response record of this request begins with, response record, seconds to keep it]
-- Returns {'claimed'}, {'begun'}, {'taken'}, {'gone'} for a game that has been removed, {'seated'} for a player who has
-- a seat, {'again'} when what was seen has changed, {'repeated', response record} when this request has been answered
-- before, or {'reused'} when another one was sent with its key.
local function is_somebody(held)
    return held ~= '' and not string.find(held, '^\n\n\n%d+$')
end
local kept = KEYS[4] and redis.call('GET', KEYS[4])
if kept then
    if string.sub(kept, 1, #ARGV[9]) == ARGV[9] then
        return {'repeated', kept}
    end
    return {'reused'}
end
if redis.call('EXISTS', KEYS[2]) == 0 then
    return {'gone'}
end
local held = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if is_somebody(held) then
    return {'taken'}
end
if held ~= ARGV[2] or (redis.call('GET', KEYS[3]) or '') ~= ARGV[5] then
    return {'again'}
end
local filled = 1
for _, other in ipairs(redis.call('HVALS', KEYS[1])) do
    if ARGV[4] ~= '' and string.match(other, '\n([^\n]*)\n%d+$') == ARGV[4] then
        return {'seated'}
    end
    filled = filled + (is_somebody(other) and 1 or 0)
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if KEYS[4] then
    redis.call('SET', KEYS[4], ARGV[10], 'EX', ARGV[11])
end
if filled ~= tonumber(ARGV[7]) then
    return {'claimed'}
end
redis.call('SET', KEYS[3], ARGV[6])
redis.pcall('PUBLISH', ARGV[8], '')
return {'begun'}
