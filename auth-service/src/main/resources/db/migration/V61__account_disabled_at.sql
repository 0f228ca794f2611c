-- Accounts that an operator has disabled. A pod of the version before still signs them in; it obeys the end of all sessions, which
-- disabling an account includes.
alter table account add column disabled_at timestamptz;

comment on column account.disabled_at is 'since when an operator has disabled the account; null: enabled';
