-- V35 made these descriptions false. A comment takes a lock that blocks neither reads nor writes.
comment on column account.email is 'the claimed e-mail address; several accounts may claim one';
comment on column account.email_key is 'the claimed e-mail address in lower case; not unique, read by earlier versions only';
comment on column account.verified_email_key is 'the verified e-mail address in ASCII and lower case; unique';
