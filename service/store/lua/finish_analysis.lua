-- Keep an analysis and its picture, in place of the reviews.
-- KEYS  analysis, picture, reviews
-- ARGV  analysis, picture
redis.call('SET', KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], ARGV[2])
redis.call('DEL', KEYS[3])
