-- Count a request for the hint of a decision, unless it was counted before.
-- KEYS  hints, header
-- ARGV  seat, decision, most decisions with a hint
-- Returns the seat's number of hints, and the hint if there is one.
-- Returns nil if the seat has no hints left, or the game was removed.
if redis.call('EXISTS', KEYS[2]) == 0 then
    return nil
end
local place = ARGV[1] .. ':' .. ARGV[2]
if redis.call('HSETNX', KEYS[1], 'requested:' .. place, '') == 1 then
    if redis.call('HINCRBY', KEYS[1], ARGV[1], 1) > tonumber(ARGV[3]) then
        redis.call('HINCRBY', KEYS[1], ARGV[1], -1)
        redis.call('HDEL', KEYS[1], 'requested:' .. place)
        return nil
    end
end
return {tonumber(redis.call('HGET', KEYS[1], ARGV[1])), redis.call('HGET', KEYS[1], 'hint:' .. place)}
