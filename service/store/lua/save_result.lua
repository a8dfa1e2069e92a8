-- Store the result of a game, unless there is one, or the game has been removed.
-- KEYS  result, header
-- ARGV  result
if redis.call('EXISTS', KEYS[2]) == 1 then
    redis.call('SETNX', KEYS[1], ARGV[1])
end
