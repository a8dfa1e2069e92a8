-- Use an invitation.
-- KEYS  invitation
-- ARGV  the key to create with it
-- Returns 1 on success, also when used for the same key again.
local used = redis.call('GET', KEYS[1])
if not used or (used ~= '' and used ~= ARGV[1]) then
    return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL')
return 1
