-- Replace or delete players of a tournament, and count the change, so that processes read all players again.
-- KEYS  players, number of changes of players
-- ARGV  fields with their values; an empty value deletes the field
for word = 1, #ARGV, 2 do
    if ARGV[word + 1] == '' then
        redis.call('HDEL', KEYS[1], ARGV[word])
    else
        redis.call('HSET', KEYS[1], ARGV[word], ARGV[word + 1])
    end
end
redis.call('INCR', KEYS[2])
return 1
