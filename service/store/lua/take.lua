-- Return entries that are due, and postpone them.
-- KEYS  list
-- ARGV  now, the new time, most entries
-- Returns their names, the longest due first.
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, name in ipairs(found) do
    redis.call('ZADD', KEYS[1], ARGV[2], name)
end
return found
