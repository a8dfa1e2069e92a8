-- Return the next delivery of a webhook, and lease it.
-- KEYS  state, deliveries, pending, leased
-- ARGV  now, end of the lease, most deliveries in progress, a time later than any correct one
-- Returns the delivery and the number of failures in a row; nil if there is none now.
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
redis.call('ZADD', KEYS[3], ARGV[2], due)
redis.call('ZADD', KEYS[4], ARGV[2], due)
return {redis.call('HGET', KEYS[2], due), failures}
