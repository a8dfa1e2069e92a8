-- Write a game back from the archive, if it is still there alone and as it was read.
-- KEYS  archived, header, recalled, then all that is to be written
-- ARGV  the mark under which it was read, for how many seconds it stays at least, then of each command in turn: which
--       of KEYS it is about, its name, how many arguments it has, and these
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
