-- An account without a password has the hash of a random secret in password_hash, so a pod of the version before refuses each password.
alter table account add column unusable_hash text;

comment on column account.unusable_hash is 'password_hash if the owner has removed the password; null, or another value than password_hash: the account has a password';
