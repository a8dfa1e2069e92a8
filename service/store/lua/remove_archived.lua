-- Remove a game for everybody, and note what the archive may have of it, which is still to be removed there.
-- KEYS  archived, superseded, gone, webhooks, seats, table, log, then all else that Redis may hold of the game
-- ARGV  for how many seconds it is known that the game is gone, what the keys of a webhook begin with, their parts
-- Returns whether there is anything to be removed in the archive, 1 or 0; what there was at this moment: who had the
-- seats, each after its number, the table, the length of the log; the ids of its webhooks.
local mark = redis.call('GET', KEYS[1])
local hooks = redis.call('HKEYS', KEYS[4])
local found = {redis.pcall('HGETALL', KEYS[5]), redis.pcall('GET', KEYS[6]), redis.pcall('LLEN', KEYS[7])}
for index, each in ipairs(found) do
    if type(each) == 'table' and each.err then
        found[index] = index == 1 and {} or false
    end
end
for _, hook in ipairs(hooks) do
    for part = 3, #ARGV do
        redis.call('DEL', ARGV[2] .. hook .. ':' .. ARGV[part])
    end
end
redis.call('DEL', unpack(KEYS, 4))
redis.call('SET', KEYS[3], '', 'EX', ARGV[1])
if mark then
    if mark ~= '' then
        redis.call('SADD', KEYS[2], mark)
    end
    redis.call('SET', KEYS[1], '')
end
return {mark and 1 or 0, found[1], found[2], found[3], hooks}
