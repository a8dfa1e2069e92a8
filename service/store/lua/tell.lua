-- Put notices into the feed of a player, each unless it has been told, and wake whoever reads the feed.
-- KEYS  feed, told
-- ARGV  channel, how many entries to keep, the first millisecond of which any are kept, for how many seconds both keys
--       are kept, then of each notice in turn: game id, mark, 1 if it is the last of its game or 0, the notice
-- A notice has been told if the feed has had one of its game whose mark is as high. What a game has been told is
-- forgotten together with the last notice of it.
-- Gives how many were told.
local count = 0
for index = 5, #ARGV, 4 do
    local game, mark, ends = ARGV[index], tonumber(ARGV[index + 1]), ARGV[index + 2] == '1'
    local kept = redis.call('HGET', KEYS[2], game)
    if not kept or tonumber(kept) < mark then
        redis.call('HSET', KEYS[2], game, mark)
        redis.call('XADD', KEYS[1], '*', 'notice', ARGV[index + 3], 'ended', ends and game or '')
        count = count + 1
    end
end
if count == 0 then
    return 0
end
local most, first = tonumber(ARGV[2]), tonumber(ARGV[3])
for _ = 1, 100 do
    local entry = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
    if not entry or (redis.call('XLEN', KEYS[1]) <= most and tonumber(string.match(entry[1], '^%d+')) >= first) then
        break
    end
    local id, ended = entry[1], entry[2][4]
    redis.call('XDEL', KEYS[1], id)
    redis.call('HSET', KEYS[2], 'lost', id)
    if ended ~= '' then
        redis.call('HDEL', KEYS[2], ended)
    end
end
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('EXPIRE', KEYS[2], ARGV[4])
redis.pcall('PUBLISH', ARGV[1], '')
return count
