-- Make the copy of a game in the archive invalid, if Redis holds the game.
-- KEYS  archived, superseded, header
local mark = redis.call('GET', KEYS[1])
if mark and mark ~= '' and redis.call('EXISTS', KEYS[3]) == 1 then
    redis.call('SADD', KEYS[2], mark)
    redis.call('DEL', KEYS[1])
end
