-- Replace the seeks of a player, unless they have changed since they were seen.
-- KEYS  seeks
-- ARGV  seeks as seen, new seeks, seconds to live; empty without seeks
-- Returns 1 on success, also when the same call is retried.
local stored = redis.call('GET', KEYS[1]) or ''
if stored ~= ARGV[1] and stored ~= ARGV[2] then
    return 0
end
if ARGV[2] == '' then
    redis.call('DEL', KEYS[1])
else
    redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
end
return 1
