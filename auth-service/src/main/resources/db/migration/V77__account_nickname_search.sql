-- For the search by the beginning of a nickname. In this collation, texts with the same beginning are one range.
create index account_nickname_search_idx on account (nickname_key collate "C");
