-- Check all games of a list at once that have no check yet. Does nothing the second time.
-- KEYS  whether that has been done, looks, list
if redis.call('SETNX', KEYS[1], '') == 1 then
    redis.call('ZUNIONSTORE', KEYS[2], 2, KEYS[2], KEYS[3], 'WEIGHTS', 1, 0)
end
