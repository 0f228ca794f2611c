-- The notice of an erasure names no account, so that the erasure, which ends the account's pending mails, keeps it.
comment on column mail.account is 'an HMAC of the id of the account of the mail; null for recoveries, test mails and notices of erasures, and in notices of earlier versions';
