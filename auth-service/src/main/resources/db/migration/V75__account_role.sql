-- Roles of operators. Pods of the version before have no call that needs a role.
alter table account add column role text;

-- The operators, for the count of administrators.
create index account_role_idx on account (role, id) where role is not null;

comment on column account.role is 'support or admin: the account may act on other accounts while it has a second factor; null: no role';
