-- The SHA-256 of the nickname's skeleton (UTS #39): a look-alike of a freed nickname is held, too. Null in rows of pods from before.
alter table freed_nickname add column skeleton_digest bytea;
