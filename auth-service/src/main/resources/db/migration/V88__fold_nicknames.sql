-- The nickname after full case folding (Unicode, not Java). Null until the service has computed it; a pod of the version before writes
-- none, and continues to compare nickname_key.
alter table account add column nickname_folded text;

comment on column account.nickname_folded is 'unique key of the nickname: NFKC and full case folding; null: not computed yet, or an older account has the same key, and nickname_key decides';
comment on column account.nickname_key is 'the nickname in NFKC and in lower case of Java; unique; compared by earlier versions, and where nickname_folded is null';
comment on column account.email_key is 'the key of the claimed e-mail address; not unique, and read by earlier versions only';
comment on column account.verified_email_key is 'the verified e-mail address in lower case with the ASCII form of its domain; unique';
comment on column freed_nickname.digest is 'SHA-256 of nickname_folded, and in a second row of nickname_key if that differs; the row outlives an erased account';
comment on column freed_nickname.skeleton_digest is 'SHA-256 of the nickname''s skeleton; null in the second row of a nickname, and in rows of earlier versions';

-- A pod of the version before changes a nickname and not its folded form, which is then computed anew.
create function account_folded_follows_nickname() returns trigger language plpgsql as $$
begin
    if new.nickname_key is distinct from old.nickname_key
            and new.nickname_folded is not distinct from old.nickname_folded then
        new.nickname_folded := null;
    end if;
    return new;
end
$$;

create trigger account_folded_follows_nickname
    before update of nickname_key on account
    for each row execute function account_folded_follows_nickname();
