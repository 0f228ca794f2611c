-- The account that requested a mail, for the limit of an account. Pods of the version before write no account.
alter table mail add column account bytea;

comment on column mail.account is 'an HMAC of the id of the account that requested the mail; null if the limit of the kind needs no account';

create index mail_account_idx on mail (account, template, created_at) where account is not null;
