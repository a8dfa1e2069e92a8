-- Mark games of a deal as ended, unless the deal has been deleted.
-- KEYS  games
-- ARGV  ids of games
if redis.call('EXISTS', KEYS[1]) == 1 then
    for _, game in ipairs(ARGV) do
        redis.call('HSET', KEYS[1], game, 'ended')
    end
end
