-- Partial, so that accounts which looked alike before keep their nicknames.
create unique index account_nickname_skeleton_unique on account (nickname_skeleton) where skeleton_claimed;
