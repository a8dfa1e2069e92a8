-- Read all of a game that a request may need, as it is at one moment.
-- KEYS  header, state, table, seats, log [, answers]
-- Returns header, snapshot and table, each false if there is none; who has the seats, each after its number; the last
-- entry of the log, false before the first; and the answers that are kept, none unless they are asked for.
local parts = redis.call('MGET', KEYS[1], KEYS[2], KEYS[3])
local seats = redis.call('HGETALL', KEYS[4])
local last = redis.call('LINDEX', KEYS[5], -1)
return {parts[1], parts[2], parts[3], seats, last, KEYS[6] and redis.call('LRANGE', KEYS[6], 0, -1) or {}}
