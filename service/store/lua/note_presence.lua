-- Store when players were present, unless their game or player was removed.
-- KEYS  seen, header and profile: one of the two exists
-- ARGV  seconds to live, then time and name of each
if redis.call('EXISTS', KEYS[2], KEYS[3]) == 0 then
    return
end
for index = 2, #ARGV, 2 do
    redis.call('ZADD', KEYS[1], 'GT', ARGV[index], ARGV[index + 1])
end
redis.call('EXPIRE', KEYS[1], ARGV[1])
