-- Add the entries that a write makes necessary, unless its game has been removed: they would stay for ever.
-- KEYS  due list, list of clocks, latest starts of clocks, header
-- ARGV  game id, when the game is due or '', latest start of a clock or '', then time and name of each clock
-- On the list of clocks the earlier time stays. The due list takes the new time: see `due_list`.
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
