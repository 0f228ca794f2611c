create index account_skeleton_pending_idx on account (id) where nickname_skeleton is null;
