-- Replace the record of a seat, if it is still as seen.
-- KEYS  seats, header
-- ARGV  seat, record as seen, new record, channel, players of whom none may have a seat
-- Returns 1 on success, also when the same call is retried.
-- Returns 0 also if the player has another seat, or one of the excluded players has one.
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
