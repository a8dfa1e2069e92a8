-- Announce what a write makes necessary, unless its game has been removed: nobody would take the entries off again.
-- KEYS  due list, list of clocks, when games were asked last, header
-- ARGV  game id, when the game is due or nothing, since when it was asked or nothing, then time and name of each clock
-- Entries only come forward on the list of clocks, and only go back on the due list's own terms: see `due_list`.
if redis.call('EXISTS', KEYS[4]) == 0 then
    return 0
end
if ARGV[2] ~= '' then
    redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
end
if ARGV[3] ~= '' then
    redis.call('ZADD', KEYS[3], 'GT', ARGV[3], ARGV[1])
end
for index = 4, #ARGV, 2 do
    redis.call('ZADD', KEYS[2], 'LT', ARGV[index], ARGV[index + 1])
end
return 1
