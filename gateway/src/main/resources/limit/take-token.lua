-- Takes a token from each bucket, or from none if one of them is empty.
-- KEYS: the buckets. ARGV: two values for each bucket, the microseconds until one token is added and until an empty
-- bucket is full.
-- The value of a key is the time (epoch microseconds) at which the bucket will be full. The key expires at that time,
-- so a missing key is a full bucket. The time is that of Redis, so the clocks of the gateways may differ.
-- Returns {1 if tokens were taken, else 0; for each bucket the microseconds until it is full}.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local result = {1}
for i, key in ipairs(KEYS) do
  local token, capacity = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local to_full = math.max(0, (tonumber(redis.call('GET', key)) or 0) - now)
  if to_full + token > capacity then
    result[1] = 0
  end
  result[i + 1] = to_full
end
if result[1] == 1 then
  for i, key in ipairs(KEYS) do
    local to_full = result[i + 1] + tonumber(ARGV[2 * i - 1])
    redis.call('SET', key, string.format('%.0f', now + to_full), 'PX', math.ceil(to_full / 1000))
    result[i + 1] = to_full
  end
end
return result
