-- Add a game to further lists under its number, and remove it from others. Does nothing for a game that is not in the
-- first list.
-- KEYS  a list with its number, lists to add it to, lists to remove it from
-- ARGV  game id, number of lists to add it to
local game, last = ARGV[1], 1 + ARGV[2]
local number = redis.call('ZSCORE', KEYS[1], game)
if not number then
    return
end
for list = 2, last do
    redis.call('ZADD', KEYS[list], number, game)
end
for list = last + 1, #KEYS do
    redis.call('ZREM', KEYS[list], game)
end
