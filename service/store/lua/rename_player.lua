-- Replace the profile of a player, if it is still as seen.
-- KEYS  profile
-- ARGV  profile as seen, new profile
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
