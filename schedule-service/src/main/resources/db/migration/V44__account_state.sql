-- auth-service publishes whether an account is disabled. Pods of the version before leave the columns at their defaults.
alter table member_quota
    add column account_disabled boolean not null default false,
    add column account_state_version bigint not null default 0;

comment on column member_quota.account_disabled is 'whether an operator has disabled the account; its feed is then not readable';
comment on column member_quota.account_state_version is 'version of account_disabled at auth-service; an older one changes nothing. 0: never published';
