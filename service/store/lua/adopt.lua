-- Look at once at all games of a list that are not to be looked at yet; only the first time.
-- KEYS  whether that has been done, looks, list
if redis.call('SETNX', KEYS[1], '') == 1 then
    redis.call('ZUNIONSTORE', KEYS[2], 2, KEYS[2], KEYS[3], 'WEIGHTS', 1, 0)
end
