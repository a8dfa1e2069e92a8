-- Remove a game from Redis, record which copies the archive may still have, and end open streams of the game.
-- KEYS  archived, superseded, deleted, webhooks, seats, info, log, then all other keys of the game
-- ARGV  seconds to remember that the game has been deleted, channel, seconds to live of a webhook with pending
--       deliveries, prefix of the keys of webhooks, their parts; `pending` is one of them
-- Returns:
-- - 1 if the archive may have copies to remove, else 0
-- - the removed records of the seats, each after its number
-- - the removed info and the length of the log
-- - the ids of the removed webhooks; those with pending deliveries stay until their retries end
local mark = redis.call('GET', KEYS[1])
local hooks = redis.call('HKEYS', KEYS[4])
local found = {redis.pcall('HGETALL', KEYS[5]), redis.pcall('GET', KEYS[6]), redis.pcall('LLEN', KEYS[7])}
for index, each in ipairs(found) do
    if type(each) == 'table' and each.err then
        found[index] = index == 1 and {} or false
    end
end
local removed = {}
for _, hook in ipairs(hooks) do
    local prefix = ARGV[4] .. hook .. ':'
    local is_busy = redis.call('ZCARD', prefix .. 'pending') > 0
    for part = 5, #ARGV do
        if is_busy then
            redis.call('EXPIRE', prefix .. ARGV[part], ARGV[3])
        else
            redis.call('DEL', prefix .. ARGV[part])
        end
    end
    if not is_busy then
        redis.call('HDEL', KEYS[4], hook)
        removed[#removed + 1] = hook
    end
end
redis.call('EXPIRE', KEYS[4], ARGV[3])
redis.call('DEL', unpack(KEYS, 5))
redis.call('SET', KEYS[3], '', 'EX', ARGV[1])
if mark then
    if mark ~= '' then
        redis.call('SADD', KEYS[2], mark)
    end
    redis.call('SET', KEYS[1], '')
end
redis.pcall('PUBLISH', ARGV[2], '')
return {mark and 1 or 0, found[1], found[2], found[3], removed}
