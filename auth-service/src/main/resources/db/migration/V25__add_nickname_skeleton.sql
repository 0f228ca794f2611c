-- Null until the service has computed it; a pod of the version before writes none.
alter table account add column nickname_skeleton text;

comment on column account.nickname_skeleton is 'the same for nicknames that look the same (UTS #39)';
