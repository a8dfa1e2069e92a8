-- Stop a seek for good, unless it has been matched.
-- KEYS  waiting, stopped
-- ARGV  player, id of the seek, the time, seconds to remember that it has stopped, channel of the seeks
local stored = redis.call('HGET', KEYS[1], ARGV[1])
local is_whole, seek = pcall(cjson.decode, stored or '{}')
if stored and (not is_whole or seek.seek == ARGV[2]) then
    redis.call('HDEL', KEYS[1], ARGV[1])
end
redis.call('ZADD', KEYS[2], 'NX', ARGV[3], ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[3] - ARGV[4])
redis.call('EXPIRE', KEYS[2], ARGV[4])
redis.pcall('PUBLISH', ARGV[5], '')
