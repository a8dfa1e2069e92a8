-- Write a new tournament with the first entries of its log, unless one with its id exists.
-- KEYS  header, log, brief, people
-- ARGV  header, how it stands in brief, how many words say who is who, these, the entries
-- Gives 1, also to whoever repeats the very same call; 0 when the tournament is somebody else's.
local header = redis.call('GET', KEYS[1])
if header then
    return header == ARGV[1] and 1 or 0
end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('SET', KEYS[3], ARGV[2])
for word = 4, 3 + ARGV[3], 2 do
    redis.call('HSET', KEYS[4], ARGV[word], ARGV[word + 1])
end
for entry = 4 + ARGV[3], #ARGV do
    redis.call('RPUSH', KEYS[2], ARGV[entry])
end
return 1
