-- Append judgements to an analysis, if so many are there already and it is not complete.
-- KEYS  analysis, judged
-- ARGV  how many are there, the judgements
if redis.call('GET', KEYS[1]) ~= '' or redis.call('LLEN', KEYS[2]) ~= tonumber(ARGV[1]) then
    return
end
for judgement = 2, #ARGV do
    redis.call('RPUSH', KEYS[2], ARGV[judgement])
end
