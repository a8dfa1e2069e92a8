-- Remove expired players from a leaderboard, and return a range of it.
-- KEYS  board, until, skills
-- ARGV  the time, most players [, score and name of the player before]
-- Returns rank, name, score and skill of each in turn. Players with equal scores share the better rank.
for _, who in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1])) do
    redis.call('ZREM', KEYS[1], who)
    redis.call('ZREM', KEYS[2], who)
end
local first, found = 0, {}
if ARGV[3] then
    first = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. ARGV[3])
    for _, who in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[3], ARGV[3])) do
        if who <= ARGV[4] then
            first = first + 1
        end
    end
end
local page = redis.call('ZRANGE', KEYS[1], first, first + ARGV[2] - 1, 'WITHSCORES')
for index = 1, #page, 2 do
    local who, score = page[index], page[index + 1]
    local rank = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. score) + 1
    table.insert(found, {rank, who, score, redis.call('HGET', KEYS[3], who)})
end
return found
