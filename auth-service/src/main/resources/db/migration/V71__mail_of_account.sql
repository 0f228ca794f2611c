-- Notices name their account, too, so that its erasure finds them. Pods of the version before write no account for notices.
comment on column mail.account is 'an HMAC of the id of the account of the mail; null for recoveries and test mails, and in notices of earlier versions';
