-- Note of games of a deal that they have ended, unless the deal is forgotten.
-- KEYS  games
-- ARGV  ids of games
if redis.call('EXISTS', KEYS[1]) == 1 then
    for _, game in ipairs(ARGV) do
        redis.call('HSET', KEYS[1], game, 'ended')
    end
end
