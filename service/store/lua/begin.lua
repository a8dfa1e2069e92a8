-- Begin a game, unless the table has changed since it was seen, or somebody has a seat that AI levels are to take.
-- KEYS  seats, header, table
-- ARGV  the table as it was seen, as it is from now on, channel, the seats that AI levels take
-- Gives 1 if it was done; also to whoever repeats the very same call.
local kept = redis.call('GET', KEYS[3]) or ''
if kept == ARGV[2] then
    return 1
end
if kept ~= ARGV[1] or redis.call('EXISTS', KEYS[2]) == 0 then
    return 0
end
for seat = 4, #ARGV do
    local held = redis.call('HGET', KEYS[1], ARGV[seat])
    if held and not string.find(held, '^\n\n\n%d+$') then
        return 0
    end
end
redis.call('SET', KEYS[3], ARGV[2])
redis.pcall('PUBLISH', ARGV[3], '')
return 1
