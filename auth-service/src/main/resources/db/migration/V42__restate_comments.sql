-- The descriptions of earlier migrations in the terms of docs/glossary.md, for psql's \d+. An applied migration cannot change.
-- A comment takes a lock that blocks neither reads nor writes, so pods of the version before continue.
comment on table access_token is 'valid access tokens, and expired or revoked ones until the clean-up; SHA-256 hashes only, so a copy of the table signs in no client';
comment on index access_token_dead_idx is 'for the clean-up: access tokens by the time at which they expired or were revoked';

comment on column account.device_epoch is 'a device with a lower epoch is ended; an increase ends all devices of the account';
comment on column account.email_key is 'the e-mail address in lower case; unique';
comment on column account.ending_since is 'since when the clean-up must archive tokens of ended sessions; null: no such tokens';
comment on column account.erased_at is 'when the account was closed for erasure; its rows are deleted after the other services have erased the member';
comment on column account.nickname_key is 'the nickname in NFKC and case-folded; unique';
comment on column account.nickname_skeleton is 'skeleton of the nickname (UTS #39); null until the service has computed it';
comment on column account.removable_since is 'when all other services had erased the member; from then on, the rows of the account are deleted in batches';
comment on column account.session_epoch is 'a session with a lower epoch is ended; an increase ends all sessions of the account';
comment on column account.skeleton_claimed is 'true: the skeleton is reserved for this account; false: an older account has the same skeleton';

comment on column device.epoch is 'the device is ended if the account''s device_epoch is higher';

comment on table freed_nickname is 'nicknames without an account; for a limited time only the last owner may register them';
comment on column freed_nickname.digest is 'SHA-256 of nickname_key, because the row outlives an erased account';
comment on column freed_nickname.skeleton_digest is 'SHA-256 of the nickname''s skeleton; null in rows of earlier versions';

comment on column outbox.trace_parent is 'W3C traceparent of the request that wrote the message; null: its trace is not recorded';

comment on table refresh_token is 'valid refresh tokens, and expired or retired ones until the clean-up; SHA-256 hashes only, so a copy of the table signs in no client';

comment on column session.confirmed_at is 'last confirmation of the password; null: none since the sign-in';
comment on column session.device_id is 'device of the sign-in; null in sessions of earlier versions';
comment on column session.epoch is 'the session is ended if the account''s session_epoch is higher';
comment on column session.generation is 'current generation of refresh tokens; a rotation retires the generation before it';
comment on column session.retired_at is 'when the previous generation was retired; null: no rotation yet';
comment on column session.siblings is 'refresh tokens of the current generation that were issued for a replay of the previous token';

comment on table token_history is 'expired and revoked tokens, a partition for each month; the clean-up creates partitions and drops old ones';
