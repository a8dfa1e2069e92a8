-- Append reviews to an analysis, if so many are there already and it is not complete.
-- KEYS  analysis, reviews
-- ARGV  how many are there, the reviews
if redis.call('GET', KEYS[1]) ~= '' or redis.call('LLEN', KEYS[2]) ~= tonumber(ARGV[1]) then
    return
end
for review = 2, #ARGV do
    redis.call('RPUSH', KEYS[2], ARGV[review])
end
