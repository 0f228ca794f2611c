-- A pod of the version before changes a nickname and not its skeleton, which is then computed anew.
create function account_skeleton_follows_nickname() returns trigger language plpgsql as $$
begin
    if new.nickname_key is distinct from old.nickname_key
            and new.nickname_skeleton is not distinct from old.nickname_skeleton then
        new.nickname_skeleton := null;
        new.skeleton_claimed := false;
    end if;
    return new;
end
$$;

create trigger account_skeleton_follows_nickname
    before update of nickname_key on account
    for each row execute function account_skeleton_follows_nickname();
