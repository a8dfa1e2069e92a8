-- Mark a game for analysis, unless it is marked, or is missing.
-- KEYS  analysis, header
if redis.call('EXISTS', KEYS[2]) == 1 then
    redis.call('SETNX', KEYS[1], '')
end
