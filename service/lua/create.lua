-- Write a new game, unless one with its id exists.
-- KEYS  header, state, seats
-- ARGV  header, snapshot, then seat and token digest in turn
-- Gives 1, also to whoever repeats the very same call; 0 when the game is somebody else's.
local header = redis.call('GET', KEYS[1])
if header then
    return header == ARGV[1] and 1 or 0
end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], ARGV[2])
if #ARGV > 2 then
    redis.call('HSET', KEYS[3], unpack(ARGV, 3))
end
return 1
