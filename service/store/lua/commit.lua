-- Append an event, replace the snapshot and publish the event, if the log still has the expected length.
-- What fails to be published is in the log all the same.
-- KEYS  log, state [, response]
-- ARGV  expected version, event, snapshot, channel [, response record, seconds to keep it]
-- Returns {'repeated', record} when the request has been answered before, {'conflict'} when another event came first,
-- else {'committed'}: also to whoever repeats the very same call, since its event is in the log then.
local kept = KEYS[3] and redis.call('GET', KEYS[3])
if kept then
    return {'repeated', kept}
end
local version = tonumber(ARGV[1])
if redis.call('LLEN', KEYS[1]) ~= version then
    return {redis.call('LINDEX', KEYS[1], version) == ARGV[2] and 'committed' or 'conflict'}
end
redis.call('RPUSH', KEYS[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[3])
if KEYS[3] then
    redis.call('SET', KEYS[3], ARGV[5], 'EX', ARGV[6])
end
redis.pcall('PUBLISH', ARGV[4], ARGV[2])
return {'committed'}
