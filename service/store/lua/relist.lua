-- Put a game into further lists under the number that it has, and take it out of others. Does nothing for a game that
-- is not in the first list.
-- KEYS  a list that tells its number, lists to put it into, lists to take it out of
-- ARGV  game id, how many lists to put it into
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
