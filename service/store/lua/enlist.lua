-- Add a game to lists under the next number, unless it is in the first of them.
-- KEYS  sequence, lists
-- ARGV  game id
local game, first = ARGV[1], KEYS[2]
if redis.call('ZSCORE', first, game) then
    return
end
local number = redis.call('INCR', KEYS[1])
for list = 2, #KEYS do
    redis.call('ZADD', KEYS[list], number, game)
end
