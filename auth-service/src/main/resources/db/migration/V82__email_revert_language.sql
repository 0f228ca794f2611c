-- The restoration of a former address also restores the language of its mails. Pods of the version before write no language.
alter table email_revert add column mail_language text;

comment on column email_revert.mail_language is 'account.mail_language before the change, ISO 639; null for English';
