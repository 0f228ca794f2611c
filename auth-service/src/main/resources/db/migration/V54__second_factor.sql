alter table account add column second_factor boolean not null default false;
alter table session add column second_factor_at timestamptz;

comment on column account.second_factor is 'true: the account has rows in factor, and a sign-in needs one of them';
comment on column session.second_factor_at is 'last proof of a second factor in the session; null: none';

-- A session of an account with a second factor needs it, also at a pod of the version before, which inserts no such time. That pod
-- then refuses the sign-in as one with a wrong password.
create function session_requires_second_factor() returns trigger language plpgsql as $$
begin
    if (select second_factor from account where id = new.account_id) then
        return null;
    end if;
    return new;
end
$$;

create trigger session_requires_second_factor
    before insert on session
    for each row when (new.second_factor_at is null) execute function session_requires_second_factor();
