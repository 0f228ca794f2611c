alter table account add column erased_at timestamptz;

comment on column account.erased_at is 'since when the account is closed; the row goes when the neighbours are done';
