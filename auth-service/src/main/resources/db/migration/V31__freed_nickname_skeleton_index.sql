create index freed_nickname_skeleton_idx on freed_nickname (skeleton_digest);
