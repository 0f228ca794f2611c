-- The quota of an erased member stays for some days, with a limit of 0: who is still known for a moment adds nothing.
alter table member_quota add column erased_at timestamptz;

create index member_quota_erased_at_idx on member_quota (erased_at) where erased_at is not null;

comment on column member_quota.erased_at is 'when the member was erased; null: not at all';
