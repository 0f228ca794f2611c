-- Marks a challenge as used. Returns 1 for the first use, which also removes one entry of the unsolved challenges; else 0.
if not redis.call('set', KEYS[1], '', 'nx', 'px', ARGV[1]) then
  return 0
end
redis.call('zpopmin', KEYS[2])
return 1
