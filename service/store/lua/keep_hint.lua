-- Store the hint for a decision, unless there is one, or the game has been removed.
-- KEYS  hints, header
-- ARGV  name of the hint, the hint
if redis.call('EXISTS', KEYS[2]) == 1 then
    redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
end
