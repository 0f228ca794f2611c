-- schedule-service ends the feed of a disabled account. It learns of accounts that are disabled already.
insert into outbox (account_id, payload, created_at, next_attempt_at)
select id, '{"kind": "state", "disabled": true}', now(), now()
from account where disabled_at is not null and erased_at is null;
