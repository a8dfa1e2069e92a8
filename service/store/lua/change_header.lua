-- Change what a game was created with, if it is still what was seen.
-- KEYS  header
-- ARGV  what was seen, what is kept from now on
-- Gives 1 if it was done; also to whoever repeats the very same call.
local kept = redis.call('GET', KEYS[1])
if kept ~= ARGV[1] and kept ~= ARGV[2] then
    return 0
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
