-- For the clean-up to find dead tokens and sessions without reading the living.
create index access_token_dead_idx on access_token (least(expires_at, revoked_at));
create index refresh_token_expiry_idx on refresh_token (expires_at);
create index session_ended_idx on session (ended_at) where ended_at is not null;
create index session_last_used_idx on session (last_used_at);
