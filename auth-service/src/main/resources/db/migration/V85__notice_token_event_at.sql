-- The link of a notice about a second factor also removes what was added after its event: a thief can use up the limit of
-- mails, so that further notices are not written.
alter table notice_token add column event_at timestamptz;

comment on column notice_token.event_at is 'time of the security event; null in notices of earlier versions';
