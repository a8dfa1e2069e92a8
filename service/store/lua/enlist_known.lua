-- Put a game into lists under the next number, unless the first of them has it, or it is not to be looked at any more:
-- then it has been removed.
-- KEYS  sequence, lists, looks
-- ARGV  game id
local game, looks = ARGV[1], KEYS[#KEYS]
if redis.call('ZSCORE', KEYS[2], game) or not redis.call('ZSCORE', looks, game) then
    return
end
local number = redis.call('INCR', KEYS[1])
for list = 2, #KEYS - 1 do
    redis.call('ZADD', KEYS[list], number, game)
end
