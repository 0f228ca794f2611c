-- The end of the address's block, then for each key the failures of the window and the time of the first of them.
local address, now, since = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local blocked = tonumber(redis.call('zscore', KEYS[1], address) or 0)
local answer = { blocked > now and string.format('%.0f', blocked) or '0' }
for i = 2, #KEYS do
  local count = redis.call('zcount', KEYS[i], '(' .. since, '+inf')
  local oldest = '0'
  if count > 0 then
    oldest = redis.call('zrangebyscore', KEYS[i], '(' .. since, '+inf', 'withscores', 'limit', 0, 1)[2]
  end
  answer[#answer + 1] = count
  answer[#answer + 1] = oldest
end
return answer
