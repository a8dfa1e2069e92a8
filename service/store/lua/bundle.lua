-- Replace entries of a log by their bundle, if they are still those that were read.
-- KEYS  log
-- ARGV  index of the first entry, number of the entries, digest of all of them, the bundle
-- Returns 1 if the entries were replaced.
local first, last = tonumber(ARGV[1]), ARGV[1] + ARGV[2] - 1
if redis.sha1hex(table.concat(redis.call('LRANGE', KEYS[1], first, last))) ~= ARGV[3] then
    return 0
end
redis.call('LSET', KEYS[1], first, ARGV[4])
for index = first + 1, last do
    redis.call('LSET', KEYS[1], index, index - first)
end
return 1
