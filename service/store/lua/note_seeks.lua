-- Keep what a player seeks, unless it has changed since it was seen.
-- KEYS  seeks
-- ARGV  what was seen, what is kept from now on, for how many seconds; empty where a player seeks nothing
-- Gives 1 if it was done; also to whoever repeats the very same call.
local kept = redis.call('GET', KEYS[1]) or ''
if kept ~= ARGV[1] and kept ~= ARGV[2] then
    return 0
end
if ARGV[2] == '' then
    redis.call('DEL', KEYS[1])
else
    redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
end
return 1
