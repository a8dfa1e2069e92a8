-- Rate a game, if its pool has not changed since it was seen, and replace all changed ratings.
-- KEYS  version, anchors, games, ledger, skills, board, until, then the history of each player in turn
-- ARGV  version as seen, digest of the anchors, game id, entry of the ledger, start of the replaced histories, then in
--       turn player, skill (empty if no longer rated), score on the board, time when the listing ends (0 if unlisted),
--       number of entries of the history, the entries
-- Returns 1 if the game is rated, now or before; 0 if the pool has changed.
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
