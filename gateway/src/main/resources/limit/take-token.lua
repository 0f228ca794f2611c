-- Takes a token of each bucket, or of none when one of them is empty.
-- KEYS: the buckets. ARGV: for each the microseconds in which a token comes back, and those in which it gets full.
-- A bucket is the moment (epoch microseconds) at which it will be full again, and its key ends at that moment: no key is
-- a full bucket. Time is that of Redis, so gateways need not agree on theirs.
-- Answers {1 or 0, for each bucket the microseconds until it is full}.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local answer = {1}
for i, key in ipairs(KEYS) do
  local token, capacity = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local to_full = math.max(0, (tonumber(redis.call('GET', key)) or 0) - now)
  if to_full + token > capacity then
    answer[1] = 0
  end
  answer[i + 1] = to_full
end
if answer[1] == 1 then
  for i, key in ipairs(KEYS) do
    local to_full = answer[i + 1] + tonumber(ARGV[2 * i - 1])
    redis.call('SET', key, string.format('%.0f', now + to_full), 'PX', math.ceil(to_full / 1000))
    answer[i + 1] = to_full
  end
end
return answer
