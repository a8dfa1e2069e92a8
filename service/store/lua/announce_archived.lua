-- Write the mark of the next copy, unless Redis has lost the game, or it must stay for a while.
-- KEYS  archived, superseded, header, responses, restored
-- ARGV  the mark, which is new
-- Returns 1 on success.
if redis.call('EXISTS', KEYS[3]) == 0 or redis.call('EXISTS', KEYS[4], KEYS[5]) > 0 then
    return 0
end
local mark = redis.call('GET', KEYS[1])
if mark and mark ~= '' then
    redis.call('SADD', KEYS[2], mark)
end
redis.call('SET', KEYS[1], ARGV[1])
return 1
