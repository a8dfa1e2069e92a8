-- Change what is kept of a player, if it is still as it was seen.
-- KEYS  profile
-- ARGV  profile as it was seen, profile from now on
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
