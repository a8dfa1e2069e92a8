-- Note that a game is to be analysed, unless that is known.
-- KEYS  analysis
redis.call('SETNX', KEYS[1], '')
