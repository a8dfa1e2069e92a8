-- Use an invitation up.
-- KEYS  invitation
-- ARGV  the key that is made with it
-- Gives 1 if it was not used; also to whoever uses it for the same key again.
local used = redis.call('GET', KEYS[1])
if not used or (used ~= '' and used ~= ARGV[1]) then
    return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL')
return 1
