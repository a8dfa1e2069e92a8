-- Append events, replace the snapshot and publish each event, if the log still has the expected length. In the same
-- step, bundle old entries of the log, if they are still those that were read.
-- A failure to publish does not matter: the events are in the log. Does nothing for a removed game,
-- or one whose header is lost.
-- KEYS  log, state, info, seats, header [, responses]
-- ARGV  expected version, attempt of the last event, snapshot, channel, info as seen, new info, index of the first entry
--       to bundle or '', digest of all of them, the bundle, their number, last entry and joined seats of a kept copy or
--       '' and '', mark of the request or '', most responses, seconds, the events
-- Returns {'repeated', response} if a request with this key has a stored response. Returns {'conflict'} if log or info
-- have changed, or the seats of a kept copy. Otherwise returns {'committed'}, also for a retry: its events are then in the log, maybe in a bundle.
local version, FIRST = tonumber(ARGV[1]), 16
local function is_written()
    local last = version + #ARGV - FIRST
    local found = redis.call('LINDEX', KEYS[1], last)
    if found == ARGV[#ARGV] then
        return true
    end
    local back = found and string.match(found, '^%d+$') or 0
    local bundle = redis.call('LINDEX', KEYS[1], last - back)
    return bundle and string.byte(bundle) == 8 and string.byte(bundle, 2) > tonumber(back)
        and string.sub(bundle, 3 + 4 * back, 6 + 4 * back) == ARGV[2]
end
if KEYS[6] then
    local key = string.sub(ARGV[13], 1, #ARGV[13] / 2)
    for _, kept in ipairs(redis.call('LRANGE', KEYS[6], 0, -1)) do
        if string.sub(kept, 1, #key) == key then
            return {'repeated', kept}
        end
    end
end
if redis.call('LLEN', KEYS[1]) ~= version or redis.call('EXISTS', KEYS[2], KEYS[5]) < 2 then
    return {is_written() and 'committed' or 'conflict'}
end
if (redis.call('GET', KEYS[3]) or '') ~= ARGV[5] then
    return {'conflict'}
end
local is_kept = ARGV[12] ~= ''
if is_kept and ((redis.call('LINDEX', KEYS[1], -1) or '') ~= ARGV[11]
        or table.concat(redis.call('HGETALL', KEYS[4])) ~= ARGV[12]) then
    return {'conflict'}
end
if ARGV[6] ~= ARGV[5] then
    redis.call('SET', KEYS[3], ARGV[6])
end
for number = FIRST, #ARGV do
    redis.call('RPUSH', KEYS[1], ARGV[number])
end
redis.call('SET', KEYS[2], ARGV[3])
if ARGV[7] ~= '' then
    local first, last = tonumber(ARGV[7]), ARGV[7] + ARGV[10] - 1
    if redis.sha1hex(table.concat(redis.call('LRANGE', KEYS[1], first, last))) == ARGV[8] then
        redis.call('LSET', KEYS[1], first, ARGV[9])
        for index = first + 1, last do
            redis.call('LSET', KEYS[1], index, index - first)
        end
    end
end
if KEYS[6] then
    redis.call('RPUSH', KEYS[6], ARGV[13] .. tostring(version + #ARGV - FIRST + 1))
    redis.call('LTRIM', KEYS[6], -ARGV[14], -1)
    redis.call('EXPIRE', KEYS[6], ARGV[15])
end
for number = FIRST, #ARGV do
    redis.pcall('PUBLISH', ARGV[4], ARGV[number])
end
return {'committed'}
