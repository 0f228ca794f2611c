-- Not unique: while an address moves from one member to another, both may have it here for a moment.
create index member_email_idx on member (lower(email));
