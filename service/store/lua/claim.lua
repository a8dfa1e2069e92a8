-- Claim an open seat. If this fills the last seat, a waiting game starts.
-- KEYS  seats, header, info [, response]
-- ARGV  seat, its record as seen, new record, player who gets the seat or '', info as seen, info after the start,
--       number of seats to fill or 0, channel, players of whom none may have a seat, separated by spaces,
--       info after a claim that does not start the game
--       [, beginning of the stored response of this request, the response, its seconds to live]
-- Returns:
-- - {'claimed'}, {'started'} or {'taken'}
-- - {'deleted'}: the game has been removed
-- - {'seated'}: the player has a seat
-- - {'related'}: one of the excluded players has a seat
-- - {'again'}: seat or info have changed since they were seen
-- - {'repeated', response}: this request is a retry
-- - {'reused'}: another request had the same key
local function is_taken(held)
    return held ~= '' and not string.find(held, '^\n\n\n%d+$')
end
local response = KEYS[4] and redis.call('GET', KEYS[4])
if response then
    if string.sub(response, 1, #ARGV[11]) == ARGV[11] then
        return {'repeated', response}
    end
    return {'reused'}
end
if redis.call('EXISTS', KEYS[2]) == 0 then
    return {'deleted'}
end
local held = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if is_taken(held) then
    return {'taken'}
end
if held ~= ARGV[2] or (redis.call('GET', KEYS[3]) or '') ~= ARGV[5] then
    return {'again'}
end
local filled = 1
for _, other in ipairs(redis.call('HVALS', KEYS[1])) do
    local player = string.match(other, '\n(pl_[a-z0-9]+)\nb?%d+$')
    if player and player == ARGV[4] then
        return {'seated'}
    end
    if player and string.find(ARGV[9], player, 1, true) then
        return {'related'}
    end
    filled = filled + (is_taken(other) and 1 or 0)
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if KEYS[4] then
    redis.call('SET', KEYS[4], ARGV[12], 'EX', ARGV[13])
end
if filled ~= tonumber(ARGV[7]) then
    if ARGV[10] ~= ARGV[5] then
        redis.call('SET', KEYS[3], ARGV[10])
    end
    redis.pcall('PUBLISH', ARGV[8], '')
    return {'claimed'}
end
redis.call('SET', KEYS[3], ARGV[6])
redis.pcall('PUBLISH', ARGV[8], '')
return {'started'}
