-- Rate a game, if nothing of its pool has been written since it was seen, and write what becomes of everybody from then on.
-- KEYS  version, anchors, games, ledger, skills, board, until, then one's history in turn
-- ARGV  version that was seen, digest of the anchors, game id, entry of the ledger, where histories are written anew, then
--       in turn who, skill (empty of whoever is rated no more), score on the board, time until when it is listed (0 if it
--       is not), number of entries of the history, the entries
-- Gives 1 if it was done, now or before; 0 if somebody else was faster.
if redis.call('SISMEMBER', KEYS[3], ARGV[3]) == 1 then
    return 1
end
if (redis.call('GET', KEYS[1]) or '0') ~= ARGV[1] then
    return 0
end
redis.call('INCR', KEYS[1])
redis.call('SET', KEYS[2], ARGV[2])
redis.call('SADD', KEYS[3], ARGV[3])
redis.call('ZADD', KEYS[4], 0, ARGV[4])
local index = 6
for history = 8, #KEYS do
    local who, skill, score, listed, count = unpack(ARGV, index, index + 4)
    index = index + 5
    redis.call('ZREMRANGEBYLEX', KEYS[history], ARGV[5], '+')
    for entry = index, index + count - 1 do
        redis.call('ZADD', KEYS[history], 0, ARGV[entry])
    end
    index = index + count
    if skill == '' then
        redis.call('HDEL', KEYS[5], who)
    else
        redis.call('HSET', KEYS[5], who, skill)
    end
    if tonumber(listed) > 0 then
        redis.call('ZADD', KEYS[6], score, who)
        redis.call('ZADD', KEYS[7], listed, who)
    else
        redis.call('ZREM', KEYS[6], who)
        redis.call('ZREM', KEYS[7], who)
    end
end
return 1
