-- Write a new game with its first events, unless its id is or was in use.
-- KEYS  header, state, seats, log, info, deleted
-- ARGV  header, snapshot, the info, empty for the default, number of events, the events, then seat and holder in turn
-- Returns 1 on success, also when the same call is retried; 0 if another game has the id.
local header = redis.call('GET', KEYS[1])
if header then
    return header == ARGV[1] and 1 or 0
end
if redis.call('EXISTS', KEYS[6]) == 1 then
    return 0
end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], ARGV[2])
if ARGV[3] ~= '' then
    redis.call('SET', KEYS[5], ARGV[3])
end
local last = 4 + tonumber(ARGV[4])
for event = 5, last do
    redis.call('RPUSH', KEYS[4], ARGV[event])
end
if #ARGV > last then
    redis.call('HSET', KEYS[3], unpack(ARGV, last + 1))
end
return 1
