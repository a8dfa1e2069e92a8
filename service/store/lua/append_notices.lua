-- Append notices to the feed of a player, each unless it was appended before, and wake its readers.
-- KEYS  feed, marks of the latest notices, profile, deleted
-- ARGV  channel, the time in milliseconds, most entries, their milliseconds to live, seconds to live of the feed and of
--       the marks, 1 if games are on this server, so that notices of removed ones are skipped, else 0, then of each
--       notice in turn: game id, field of its mark, mark, 1 if it is the last of its game or 0, the notice
-- A notice is skipped if its field has the same or a higher mark. The marks of a game are deleted with its last notice,
-- unless another one has followed. Ids always rise, whatever the clock does.
-- A deleted player gets no notices. Returns the number of appended notices.
if redis.call('EXISTS', KEYS[4]) == 1 and redis.call('EXISTS', KEYS[3]) == 0 then
    return 0
end
local count, now = 0, tonumber(ARGV[2])
local time, number = string.match(redis.call('HGET', KEYS[2], 'latest') or '0-0', '^(%d+)-(%d+)$')
time, number = tonumber(time), tonumber(number)
local function is_deleted(game)
    return ARGV[7] == '1' and redis.call('EXISTS', 'bottega:{' .. game .. '}:deleted') == 1
end
for index = 8, #ARGV, 5 do
    local game, field, mark, ends = ARGV[index], ARGV[index + 1], tonumber(ARGV[index + 2]), ARGV[index + 3] == '1'
    local stored = redis.call('HGET', KEYS[2], field)
    if (not stored or tonumber(stored) < mark) and not is_deleted(game) then
        redis.call('HSET', KEYS[2], field, mark)
        if now > time then
            time, number = now, 0
        else
            number = number + 1
        end
        local id, ended = string.format('%.0f-%.0f', time, number), ends and game or ''
        redis.call('XADD', KEYS[1], id, 'notice', ARGV[index + 4], 'ended', ended, 'mark', mark)
        count = count + 1
    end
end
if count == 0 then
    return 0
end
redis.call('HSET', KEYS[2], 'latest', string.format('%.0f-%.0f', time, number))
local most, first = tonumber(ARGV[3]), now - ARGV[4]
for _ = 1, 100 do
    local entry = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
    if not entry or (redis.call('XLEN', KEYS[1]) <= most and tonumber(string.match(entry[1], '^%d+')) >= first) then
        break
    end
    local id, ended, mark = entry[1], entry[2][4], tonumber(entry[2][6] or '') or math.huge
    redis.call('XDEL', KEYS[1], id)
    redis.call('HSET', KEYS[2], 'lost', id)
    if ended ~= '' and tonumber(redis.call('HGET', KEYS[2], ended) or mark) <= mark then
        redis.call('HDEL', KEYS[2], ended, ended .. ':queue', ended .. ':pause')
    end
end
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('EXPIRE', KEYS[2], ARGV[6])
redis.pcall('PUBLISH', ARGV[1], '')
return count
