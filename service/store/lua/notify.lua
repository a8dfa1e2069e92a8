-- Add a delivery to a webhook, unless it exists. The oldest of too many are deleted.
-- KEYS  state, deliveries, log, pending, webhooks, groups
-- ARGV  id, delivery, when to send it, most deliveries, webhook id, group, seconds of a window, most of a window, seconds
--       to live of the groups
-- Deliveries of one group are sent together, once in a window: the first at once, later ones at the end of the window.
-- Those beyond the maximum of a window are not added. An empty group sets no window.
-- Returns the time when the delivery is due; nil if it exists or is not added.
if redis.call('HEXISTS', KEYS[5], ARGV[5]) == 0 or redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
    return false
end
local due, group, window = tonumber(ARGV[3]), ARGV[6], tonumber(ARGV[7])
if group ~= '' then
    local last, count = string.match(redis.call('HGET', KEYS[6], group) or '', '^(%S+) (%S+)$')
    last, count = tonumber(last or '-inf') or -math.huge, tonumber(count or 0)
    if due >= last + window then
        last, count = due, 0
    elseif due > last then
        last, count = last + window, 0
    end
    if count >= tonumber(ARGV[8]) then
        return false
    end
    due = last
    redis.call('HSET', KEYS[6], group, string.format('%.3f %d', last, count + 1))
    redis.call('EXPIRE', KEYS[6], ARGV[9])
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[3], redis.call('HINCRBY', KEYS[1], 'number', 1), ARGV[1])
redis.call('ZADD', KEYS[4], due, ARGV[1])
for _, oldest in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1 - tonumber(ARGV[4]))) do
    redis.call('HDEL', KEYS[2], oldest)
    redis.call('ZREM', KEYS[3], oldest)
    redis.call('ZREM', KEYS[4], oldest)
end
return string.format('%.6f', due)
