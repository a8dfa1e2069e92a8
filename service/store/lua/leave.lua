-- Empty a seat, and arrange the table anew.
-- KEYS  seats, header, table
-- ARGV  seat, digest of its token, the table as it was seen, as it is from now on
-- Returns 'left', also to whoever repeats the very same call, 'changed' if the table is another, or '' if the seat is
-- not held with this token.
local kept = redis.call('GET', KEYS[3]) or ''
local held = redis.call('HGET', KEYS[1], ARGV[1])
if kept == ARGV[4] and not held then
    return 'left'
end
if not held or string.sub(held, 1, #ARGV[2]) ~= ARGV[2] then
    return ''
end
if kept ~= ARGV[3] then
    return 'changed'
end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('SET', KEYS[3], ARGV[4])
return 'left'
