-- Restore a game from the archive, if only the archive has it and the mark is still the same.
-- KEYS  archived, header, restored, then all keys to write
-- ARGV  the mark of the copy, shortest stay in seconds, then of each command in turn: index of its key in KEYS, its
--       name, number of arguments, and these
if redis.call('EXISTS', KEYS[2]) == 1 or redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return
end
local first = 3
while first <= #ARGV do
    local last = first + 2 + ARGV[first + 2]
    redis.call(ARGV[first + 1], KEYS[tonumber(ARGV[first])], unpack(ARGV, first + 3, last))
    first = last + 1
end
redis.call('SET', KEYS[3], '', 'EX', ARGV[2])
