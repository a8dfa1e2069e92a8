-- Change who has a seat, if what is kept of it is still what was seen.
-- KEYS  seats, header
-- ARGV  seat, what was seen, what is kept from now on, channel, players of whom none may have a seat
-- Gives 1 if it was done; also to whoever repeats the very same call. 0 also for a player who has another seat,
-- and where one of those players has one.
local held = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if redis.call('EXISTS', KEYS[2]) == 0 or (held ~= ARGV[2] and held ~= ARGV[3]) then
    return 0
end
local player = string.match(ARGV[3], '\n(pl_[a-z0-9]+)\nb?%d+$')
local seats = player and redis.call('HGETALL', KEYS[1]) or {}
for i = 1, #seats, 2 do
    local other = string.match(seats[i + 1], '\n(pl_[a-z0-9]+)\nb?%d+$')
    if seats[i] ~= ARGV[1] and other and (other == player or string.find(ARGV[5], other, 1, true)) then
        return 0
    end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.pcall('PUBLISH', ARGV[4], '')
return 1
