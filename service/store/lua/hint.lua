-- Count that a seat asks for the hint for a decision, unless it has asked for it before.
-- KEYS  hints, header
-- ARGV  seat, decision, for how many decisions a seat may ask
-- Gives how often the seat has asked, and the hint if there is one; nil if it may not ask any more, or the game is gone.
if redis.call('EXISTS', KEYS[2]) == 0 then
    return nil
end
local place = ARGV[1] .. ':' .. ARGV[2]
if redis.call('HSETNX', KEYS[1], 'asked:' .. place, '') == 1 then
    if redis.call('HINCRBY', KEYS[1], ARGV[1], 1) > tonumber(ARGV[3]) then
        redis.call('HINCRBY', KEYS[1], ARGV[1], -1)
        redis.call('HDEL', KEYS[1], 'asked:' .. place)
        return nil
    end
end
return {tonumber(redis.call('HGET', KEYS[1], ARGV[1])), redis.call('HGET', KEYS[1], 'hint:' .. place)}
