-- The link of a notice removes what a thief has added. Pods of the version before write neither column, and their links only end the
-- sessions.
alter table notice_token add column kind text;
alter table notice_token add column factor_id uuid;

comment on column notice_token.kind is 'kind of the security event; null in notices of earlier versions';
comment on column notice_token.factor_id is 'the second factor that was added or replaced, which the link removes; null: none';
