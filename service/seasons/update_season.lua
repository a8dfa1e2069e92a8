-- Set fields of a season, unless it was deleted.
-- KEYS  season
-- ARGV  field, value, and so on
-- Returns 1 if the season exists.
if redis.call('EXISTS', KEYS[1]) == 0 then
    return 0
end
redis.call('HSET', KEYS[1], unpack(ARGV))
return 1
