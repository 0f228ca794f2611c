-- Adds a failure to each key. Blocks the address, and answers 1, when it has reached the limit.
local address, now, window, id = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local addressKey, limit, blockedUntil = ARGV[5], tonumber(ARGV[6]), ARGV[7]
for i = 2, #KEYS do
  redis.call('zremrangebyscore', KEYS[i], '-inf', now - window)
  redis.call('zadd', KEYS[i], now, id)
  redis.call('pexpire', KEYS[i], window)
end
if addressKey == '' or redis.call('zcard', addressKey) < limit then
  return 0
end
redis.call('zremrangebyscore', KEYS[1], '-inf', now)
redis.call('zadd', KEYS[1], blockedUntil, address)
return 1
