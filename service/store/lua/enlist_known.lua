-- Add a game to lists under the next number, unless it is in the first of them. Does nothing for a removed game, which
-- has no check.
-- KEYS  sequence, lists, checks
-- ARGV  game id
local game, checks = ARGV[1], KEYS[#KEYS]
if redis.call('ZSCORE', KEYS[2], game) or not redis.call('ZSCORE', checks, game) then
    return
end
local number = redis.call('INCR', KEYS[1])
for list = 2, #KEYS - 1 do
    redis.call('ZADD', KEYS[list], number, game)
end
