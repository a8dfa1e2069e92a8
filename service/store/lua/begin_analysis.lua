-- Note that a game is to be analysed, unless that is known, or the game is not there.
-- KEYS  analysis, header
if redis.call('EXISTS', KEYS[2]) == 1 then
    redis.call('SETNX', KEYS[1], '')
end
