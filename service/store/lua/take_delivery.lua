-- Return the next deliveries of a webhook, and lease them.
-- KEYS  state, deliveries, pending, leased
-- ARGV  now, end of the lease, most deliveries in progress, a time later than any correct one, most deliveries to take,
--       time until which further ones are taken
-- Returns the number of failures in a row and the deliveries; nil if there are none now. One is due. Further ones are
-- those that will be due soonest.
-- That is: none is due, enough are in progress, or the webhook is paused after a failure.
local now, furthest = tonumber(ARGV[1]), tonumber(ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
local rest = tonumber(redis.call('HGET', KEYS[1], 'rest') or 0)
if rest > now and rest < furthest then
    return false
end
local failures = tonumber(redis.call('HGET', KEYS[1], 'failures') or 0)
if redis.call('ZCARD', KEYS[4]) >= (failures > 0 and 1 or tonumber(ARGV[3])) then
    return false
end
local due = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now, 'LIMIT', 0, 1)[1]
    or redis.call('ZRANGEBYSCORE', KEYS[3], furthest, '+inf', 'LIMIT', 0, 1)[1]
if not due then
    return false
end
local taken, most = {due}, tonumber(ARGV[5])
if most > 1 then
    for _, each in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', ARGV[6], 'LIMIT', 0, most)) do
        if each ~= due and #taken < most and not redis.call('ZSCORE', KEYS[4], each) then
            taken[#taken + 1] = each
        end
    end
end
for _, each in ipairs(taken) do
    redis.call('ZADD', KEYS[3], ARGV[2], each)
    redis.call('ZADD', KEYS[4], ARGV[2], each)
end
return {failures, unpack(redis.call('HMGET', KEYS[2], unpack(taken)))}
