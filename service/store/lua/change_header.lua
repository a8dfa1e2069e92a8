-- Replace the header of a game, if it is still as seen.
-- KEYS  header
-- ARGV  header as seen, new header
-- Returns 1 on success, also when the same call is retried.
local stored = redis.call('GET', KEYS[1])
if stored ~= ARGV[1] and stored ~= ARGV[2] then
    return 0
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
