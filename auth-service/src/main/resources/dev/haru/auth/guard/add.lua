-- Adds entries to each counter. Raises the spraying alarm when a counter reaches its limit for spraying. Blocks the
-- target when the blocking counters together reach the limit. Returns the end of the block in epoch milliseconds,
-- negative for an earlier block, 0 without a block.
local target, now, window, id = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local limit, blockedUntil, longest = tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7])
local blocking = 0
for i = 3, #KEYS do
  local a = 8 + (i - 3) * 3
  local added, blocks, spraying = tonumber(ARGV[a]), ARGV[a + 1] == '1', tonumber(ARGV[a + 2])
  redis.call('zremrangebyscore', KEYS[i], '-inf', now - window)
  for n = 1, added do
    redis.call('zadd', KEYS[i], now, id .. n)
  end
  redis.call('zremrangebyrank', KEYS[i], 0, -longest - 1)
  redis.call('pexpire', KEYS[i], window)
  local count = redis.call('zcard', KEYS[i])
  if blocks then
    blocking = blocking + count
  end
  if spraying > 0 and count >= spraying then
    redis.call('set', KEYS[2], string.format('%.0f', now + window), 'px', window)
  end
end
local standing = tonumber(redis.call('zscore', KEYS[1], target) or 0)
if standing > now then
  return -standing
end
if blocking == 0 or blocking < limit then
  return 0
end
redis.call('zremrangebyscore', KEYS[1], '-inf', now)
redis.call('zadd', KEYS[1], blockedUntil, target)
return tonumber(blockedUntil)
