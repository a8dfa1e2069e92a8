-- Start a game, unless the info has changed since it was seen, or a seat for an AI level is taken.
-- KEYS  seats, header, info
-- ARGV  info as seen, new info, channel, the seats of AI levels
-- Returns 1 on success, also when the same call is retried.
local stored = redis.call('GET', KEYS[3]) or ''
if stored == ARGV[2] then
    return 1
end
if stored ~= ARGV[1] or redis.call('EXISTS', KEYS[2]) == 0 then
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
