-- An account's rows go in small batches, which outlast the call that begins them and a crash in between.
alter table account add column removable_since timestamptz;

comment on column account.removable_since is 'since when the other services have erased the member, so that the rows may go';

create index account_removable_idx on account (removable_since) where removable_since is not null;
