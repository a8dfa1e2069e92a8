-- Give an open seat to the first who asks.
-- KEYS  seats, header [, response]
-- ARGV  seat, what was kept of it when it was seen, what is kept from now on, the player whose seat it will be or ''
--       [, digest of the request, response record, seconds to keep it]
-- Returns {'claimed'}, {'taken'}, {'gone'} for a game that has been removed, {'seated'} for a player who has a seat,
-- {'again'} when what was seen has changed, {'repeated', response record} when this request has been answered before,
-- or {'reused'} when another one was sent with its key.
local kept = KEYS[3] and redis.call('GET', KEYS[3])
if kept then
    if string.sub(kept, 1, #ARGV[5]) == ARGV[5] then
        return {'repeated', kept}
    end
    return {'reused'}
end
if redis.call('EXISTS', KEYS[2]) == 0 then
    return {'gone'}
end
local held = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if held ~= '' and not string.find(held, '^\n\n\n%d+$') then
    return {'taken'}
end
if held ~= ARGV[2] then
    return {'again'}
end
if ARGV[4] ~= '' then
    for _, other in ipairs(redis.call('HVALS', KEYS[1])) do
        if string.match(other, '\n([^\n]*)\n%d+$') == ARGV[4] then
            return {'seated'}
        end
    end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if KEYS[3] then
    redis.call('SET', KEYS[3], ARGV[6], 'EX', ARGV[7])
end
return {'claimed'}
