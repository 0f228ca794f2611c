-- The key of an address: NFC, lower case, and the ASCII form of the domain (UTS #46). A pod of the version before writes neither column,
-- so the key is valid only while keyed_email is the address.
alter table member
    add column email_key   text,
    add column keyed_email text;

comment on column member.email_key is 'key of keyed_email, the same for all spellings of an address; null: no address, or not computed yet';
comment on column member.keyed_email is 'the e-mail address of email_key; differs from email until the service has computed the key anew';
