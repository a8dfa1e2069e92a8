-- Remove a game for everybody, and note what the archive may have of it, which is still to be removed there.
-- KEYS  archived, superseded, then all that Redis may hold of the game
-- Gives 1 if there is anything to be removed in the archive.
local mark = redis.call('GET', KEYS[1])
redis.call('DEL', unpack(KEYS, 3))
if not mark then
    return 0
end
if mark ~= '' then
    redis.call('SADD', KEYS[2], mark)
end
redis.call('SET', KEYS[1], '')
return 1
