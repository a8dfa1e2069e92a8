-- Append an event, replace the snapshot and publish the event, if the log still has the expected length.
-- What fails to be published is in the log all the same. Does nothing for a game that has been removed.
-- KEYS  log, state, table [, answers]
-- ARGV  expected version, event, snapshot, channel, the table as it was seen, the table as it is from now on
--       [, key and request of an answer, how many to keep, for how long]
-- Returns {'repeated', answer} when a request with this key has been answered before, {'conflict'} when another event
-- or another arrangement of the table came first, else {'committed'}: also to whoever repeats the very same call, since
-- its event is in the log then.
local version = tonumber(ARGV[1])
if KEYS[4] then
    local key = string.sub(ARGV[7], 1, #ARGV[7] / 2)
    for _, kept in ipairs(redis.call('LRANGE', KEYS[4], 0, -1)) do
        if string.sub(kept, 1, #key) == key then
            return {'repeated', kept}
        end
    end
end
if redis.call('LLEN', KEYS[1]) ~= version or redis.call('EXISTS', KEYS[2]) == 0 then
    return {redis.call('LINDEX', KEYS[1], version) == ARGV[2] and 'committed' or 'conflict'}
end
if (redis.call('GET', KEYS[3]) or '') ~= ARGV[5] then
    return {'conflict'}
end
if ARGV[6] ~= ARGV[5] then
    redis.call('SET', KEYS[3], ARGV[6])
end
redis.call('RPUSH', KEYS[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[3])
if KEYS[4] then
    redis.call('RPUSH', KEYS[4], ARGV[7] .. tostring(version + 1))
    redis.call('LTRIM', KEYS[4], -ARGV[8], -1)
    redis.call('EXPIRE', KEYS[4], ARGV[9])
end
redis.pcall('PUBLISH', ARGV[4], ARGV[2])
return {'committed'}
