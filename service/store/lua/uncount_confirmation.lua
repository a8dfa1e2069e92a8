-- Take back a counted confirmation mail that was not sent.
-- KEYS  counters
for _, counter in ipairs(KEYS) do
    if tonumber(redis.call('GET', counter) or 0) > 0 then
        redis.call('DECR', counter)
    end
end
