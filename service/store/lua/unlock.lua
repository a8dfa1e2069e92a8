-- Delete a lock, if it is still that of this request.
-- KEYS  lock
-- ARGV  random text of the request
if redis.call('GET', KEYS[1]) == ARGV[1] then
    redis.call('DEL', KEYS[1])
end
return 1
