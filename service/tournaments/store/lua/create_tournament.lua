-- Write a new tournament with its first events, unless its id is in use.
-- KEYS  header, log, progress, players
-- ARGV  header, summary, number of fields of players, these fields, the events
-- Returns 1 on success, also when the same call is retried; 0 if another tournament has the id.
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
