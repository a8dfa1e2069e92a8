-- Append reviews to an incomplete analysis, if it has this number of reviews.
-- KEYS  analysis, reviews
-- ARGV  number of reviews so far, the new reviews
if redis.call('GET', KEYS[1]) ~= '' or redis.call('LLEN', KEYS[2]) ~= tonumber(ARGV[1]) then
    return
end
for review = 2, #ARGV do
    redis.call('RPUSH', KEYS[2], ARGV[review])
end
