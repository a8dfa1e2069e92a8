-- Add a player to a block list, unless the list is full or its player was deleted.
-- KEYS  block list, profile
-- ARGV  blocked player, when, most players
-- Returns 1 if the player is blocked.
if redis.call('EXISTS', KEYS[2]) == 0 then
    return 0
end
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then
    return 0
end
redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
return 1
