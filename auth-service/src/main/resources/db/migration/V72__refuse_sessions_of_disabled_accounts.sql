-- A pod of the version before does not know disabled accounts, and opens sessions without a proof of a second factor.
create or replace function session_requires_second_factor() returns trigger language plpgsql as $$
begin
    if (select second_factor or disabled_at is not null from account where id = new.account_id) then
        return null;
    end if;
    return new;
end
$$;
