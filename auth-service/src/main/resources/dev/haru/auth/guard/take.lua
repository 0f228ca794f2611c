-- Returns the number of entries in the window. Adds an entry if the number is below the limit.
local now, window, id, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
redis.call('zremrangebyscore', KEYS[1], '-inf', now - window)
local count = redis.call('zcard', KEYS[1])
if count < limit then
  redis.call('zadd', KEYS[1], now, id)
  redis.call('pexpire', KEYS[1], window)
end
return count
