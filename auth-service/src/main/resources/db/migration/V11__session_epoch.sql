-- A session counts only while its epoch is not below the account's. Raising the account's epoch therefore ends all
-- sessions of the account by one row, however many sessions and tokens there are.
alter table account
    add column session_epoch bigint not null default 0,
    add column ending_since  timestamptz;

comment on column account.session_epoch is 'sessions with a lower epoch are ended';
comment on column account.ending_since is 'since when tokens of ended sessions await the clean-up; null when none do';

create index account_ending_idx on account (ending_since) where ending_since is not null;

alter table session add column epoch bigint not null default 0;
alter table session alter column epoch drop default;

-- For pods of the release before, which do not know the column. Remove it when none of them runs any more.
create function session_epoch_of_account() returns trigger language plpgsql set search_path from current as $$
begin
    select session_epoch into new.epoch from account where id = new.account_id;
    return new;
end
$$;

create trigger session_epoch_default
    before insert on session
    for each row when (new.epoch is null)
    execute function session_epoch_of_account();
