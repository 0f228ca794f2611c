-- The descriptions of earlier migrations in the terms of docs/glossary.md, for psql's \d+. An applied migration cannot change.
-- A comment takes a lock that blocks neither reads nor writes, so pods of the version before continue.
comment on table erased_member is 'ids of recently erased members, so that a late delivery from auth-service does not restore a profile';

comment on table member is 'profiles; nickname and email are copies from auth-service, which guarantees that they are unique';
comment on column member.account_version is 'version of the account from which nickname and email were copied';
comment on column member.claimed_until is 'until then, a change that auth-service decides about has a claim on the row, and no other change may overtake it';
comment on column member.id is 'id of the account in auth-service';
comment on column member.time_zone is 'IANA time zone; null: the time zone of the region';
comment on index member_email_idx is 'not unique, because two members have the same address for a moment while it moves between them';

comment on column region.zone is 'IANA time zone';

comment on table region_name is 'translations; region.name is English and identifies the region in requests';
comment on column region_name.language is 'ISO 639 code; never en';
