-- The live access tokens of a session by their age; the column before is null for them.
create index access_token_session_live_idx on access_token (session_id, revoked_at, expires_at);
drop index access_token_session_idx;

-- The open sessions of an account, the last used first.
create index session_open_idx on session (account_id, epoch, last_used_at desc, id desc) where ended_at is null;
