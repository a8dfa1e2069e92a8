-- Store an unfinished analysis and its chart, and delete the reviews.
-- KEYS  analysis, chart, reviews
-- ARGV  analysis, chart
if redis.call('EXISTS', KEYS[1]) == 0 then
    return
end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], ARGV[2])
redis.call('DEL', KEYS[3])
