-- The language of security notices. The request that causes a notice may come from a thief, so its language does not count. Pods of the
-- version before write no language.
alter table account add column mail_language text;

comment on column account.mail_language is 'language of the request that verified the e-mail address, ISO 639; null for English';
