-- Returns the end of the target's block and the end of the spraying alarm, in epoch milliseconds, 0 without one. Then
-- returns two values for each counter: the number of its entries since ARGV[3], and the time of the oldest of them.
local target, now, since = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local function future(millis)
  millis = tonumber(millis or 0)
  return millis > now and string.format('%.0f', millis) or '0'
end
local answer = { future(redis.call('zscore', KEYS[1], target)), future(redis.call('get', KEYS[2])) }
for i = 3, #KEYS do
  local count = redis.call('zcount', KEYS[i], '(' .. since, '+inf')
  local oldest = '0'
  if count > 0 then
    oldest = redis.call('zrangebyscore', KEYS[i], '(' .. since, '+inf', 'withscores', 'limit', 0, 1)[2]
  end
  answer[#answer + 1] = count
  answer[#answer + 1] = oldest
end
return answer
