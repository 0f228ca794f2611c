-- Not in V88, whose lock also makes reads wait.
create unique index account_nickname_folded_unique on account (nickname_folded);
create index account_nickname_folded_pending_idx on account (id) where nickname_folded is null;

-- For the search by the beginning of a nickname. The index of V77 is for pods of the version before.
create index account_nickname_folded_search_idx on account ((coalesce(nickname_folded, nickname_key)) collate "C");
