-- Change what is kept of a player, if there is one.
-- KEYS  profile
-- ARGV  profile
if redis.call('EXISTS', KEYS[1]) == 0 then
    return 0
end
redis.call('SET', KEYS[1], ARGV[1])
return 1
