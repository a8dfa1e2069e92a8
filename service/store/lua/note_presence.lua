-- Note when somebody was there, unless the game or player that it is about is gone.
-- KEYS  seen, header and profile: there is one of them
-- ARGV  for how many seconds it is kept, then time and name of each
if redis.call('EXISTS', KEYS[2], KEYS[3]) == 0 then
    return
end
for index = 2, #ARGV, 2 do
    redis.call('ZADD', KEYS[1], 'GT', ARGV[index], ARGV[index + 1])
end
redis.call('EXPIRE', KEYS[1], ARGV[1])
