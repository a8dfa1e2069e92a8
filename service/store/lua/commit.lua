-- Append an event, replace the snapshot and publish the event, if the log still has the expected length. In the same
-- step, bundle old entries of the log, if they are still those that were read.
-- A failure to publish does not matter: the event is in the log. Does nothing for a removed game.
-- KEYS  log, state, table [, responses]
-- ARGV  expected version, event, its attempt, snapshot, channel, info as seen, new info, index of the first entry to
--       bundle or '', digest of all of them, the bundle, their number [, mark of the request, most responses, seconds]
-- Returns {'repeated', response} if a request with this key has a stored response. Returns {'conflict'} if log or info
-- have changed. Otherwise returns {'committed'}, also for a retry: its event is then in the log, maybe in a bundle.
local version = tonumber(ARGV[1])
local function is_written()
    local found = redis.call('LINDEX', KEYS[1], version)
    if found == ARGV[2] then
        return true
    end
    local back = found and string.match(found, '^%d+$') or 0
    local bundle = redis.call('LINDEX', KEYS[1], version - back)
    return bundle and string.byte(bundle) == 8 and string.byte(bundle, 2) > tonumber(back)
        and string.sub(bundle, 3 + 4 * back, 6 + 4 * back) == ARGV[3]
end
if KEYS[4] then
    local key = string.sub(ARGV[12], 1, #ARGV[12] / 2)
    for _, kept in ipairs(redis.call('LRANGE', KEYS[4], 0, -1)) do
        if string.sub(kept, 1, #key) == key then
            return {'repeated', kept}
        end
    end
end
if redis.call('LLEN', KEYS[1]) ~= version or redis.call('EXISTS', KEYS[2]) == 0 then
    return {is_written() and 'committed' or 'conflict'}
end
if (redis.call('GET', KEYS[3]) or '') ~= ARGV[6] then
    return {'conflict'}
end
if ARGV[7] ~= ARGV[6] then
    redis.call('SET', KEYS[3], ARGV[7])
end
redis.call('RPUSH', KEYS[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[4])
if ARGV[8] ~= '' then
    local first, last = tonumber(ARGV[8]), ARGV[8] + ARGV[11] - 1
    if redis.sha1hex(table.concat(redis.call('LRANGE', KEYS[1], first, last))) == ARGV[9] then
        redis.call('LSET', KEYS[1], first, ARGV[10])
        for index = first + 1, last do
            redis.call('LSET', KEYS[1], index, index - first)
        end
    end
end
if KEYS[4] then
    redis.call('RPUSH', KEYS[4], ARGV[12] .. tostring(version + 1))
    redis.call('LTRIM', KEYS[4], -ARGV[13], -1)
    redis.call('EXPIRE', KEYS[4], ARGV[14])
end
redis.pcall('PUBLISH', ARGV[5], ARGV[2])
return {'committed'}
