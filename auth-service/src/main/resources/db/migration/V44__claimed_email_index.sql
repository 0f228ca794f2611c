-- For pods of the version before, which look an address up by this column. V35 dropped its unique index.
create index account_email_key_idx on account (email_key);
