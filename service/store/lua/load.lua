-- Return all data of a game that a request may need, read in one step.
-- KEYS  header, state, info, seats, log [, responses]
-- Returns:
-- - header, snapshot and info, each false if missing
-- - the records of the seats, each after its number
-- - the last entry of the log, false if there is none
-- - the stored responses, none without that key
local parts = redis.call('MGET', KEYS[1], KEYS[2], KEYS[3])
local seats = redis.call('HGETALL', KEYS[4])
local last = redis.call('LINDEX', KEYS[5], -1)
local responses = KEYS[6] and redis.call('LRANGE', KEYS[6], 0, -1) or {}
return {parts[1], parts[2], parts[3], seats, last, responses}
