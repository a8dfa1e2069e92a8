-- Let an identity sign in another player, if it still signs in the player as seen.
-- KEYS  player of the identity, profile of the player with the identity's own id
-- ARGV  player as seen or '', new player, '1' if no player may have the identity's own id
-- Returns 1 on success, also when the same call is retried.
local linked = redis.call('GET', KEYS[1]) or ''
if linked == ARGV[2] then
    return 1
end
if linked ~= ARGV[1] or (ARGV[3] == '1' and redis.call('EXISTS', KEYS[2]) == 1) then
    return 0
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
