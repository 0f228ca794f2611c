create unique index account_verified_email_key_unique on account (verified_email_key);
