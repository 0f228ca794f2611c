-- Since auth-service verifies e-mail addresses, several accounts may claim one. A comment takes a lock that blocks neither reads
-- nor writes.
comment on table member is 'profiles; nickname and email are copies from auth-service, which guarantees that nicknames are unique';
comment on column member.email is 'the claimed e-mail address; several members may have one';
comment on index member_email_idx is 'not unique, because several members may claim one address';
