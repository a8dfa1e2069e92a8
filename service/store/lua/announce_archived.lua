-- Note under which mark a game is about to be in the archive, unless Redis has it no more.
-- KEYS  archived, header
-- ARGV  the mark
-- Gives 1 if it was done.
if redis.call('EXISTS', KEYS[2]) == 0 then
    return 0
end
redis.call('SET', KEYS[1], ARGV[1])
return 1
