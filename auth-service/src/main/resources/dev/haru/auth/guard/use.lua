-- Marks a challenge as used; answers 1 for its first use, which takes an unsolved challenge back.
if not redis.call('set', KEYS[1], '', 'nx', 'px', ARGV[1]) then
  return 0
end
redis.call('zpopmin', KEYS[2])
return 1
