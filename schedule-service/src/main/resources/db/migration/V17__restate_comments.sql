-- The descriptions of earlier migrations in the terms of docs/glossary.md, for psql's \d+. An applied migration cannot change.
-- A comment takes a lock that blocks neither reads nor writes, so pods of the version before continue.
comment on table adoption is 'a row for each member and template, so that the ranking counts members and not repeated adoptions';

comment on column category.icon is 'name of a symbol; clients supply the image';
comment on column category_name.language is 'ISO 639 code; each category has at least a name in en';

comment on table idempotent_add is 'idempotency keys of created schedules, for as long as a repetition is recognized; written in one statement with the schedule';
comment on column idempotent_add.fingerprint is 'SHA-256 of the requested schedule; the same key with another schedule is refused';
comment on column idempotent_add.overlapping is 'overlapping schedules that the first response reported';

comment on table idempotent_adoption is 'idempotency keys of adoptions, for as long as a repetition is recognized; written in one transaction with the schedules';
comment on column idempotent_adoption.fingerprint is 'SHA-256 of template and start; the same key with another template or start is refused';

comment on table location_name is 'translations; location.name is English';
comment on column location_name.language is 'ISO 639 code; never en';

comment on table member_quota is 'a row for each member from the first schedule on; a bulk insert or delete of schedules must update it';
comment on column member_quota.erased_at is 'when the member was erased; null: not erased. The row stays for some days with a max of 0, so that late requests add no schedule';
comment on column member_quota.max is 'maximum number of schedules of this member; null: haru.schedule.limit';
comment on column member_quota.used is 'number of schedules of this member; the statements that insert and delete schedules update it';

comment on constraint schedule_lasts_at_most_366_days on schedule is 'limits how far before a window a query must look for overlapping schedules';
comment on index schedule_long is 'the few schedules longer than a day; a query for a window looks only one day back for all others';

comment on column template.released_at is 'first release; a later release after a withdrawal does not change it';
comment on column template.updated_at is 'last change of the content, or the first release';

comment on table template_item is 'the schedules that an adoption creates; without items, an adoption creates one schedule with the template''s duration';

comment on table template_prior is 'one row: the prior of the Bayesian average in template_ranking, and the time of the last refresh';
comment on column template_prior.mean is 'C: mean of all ratings, rounded to a tenth';
comment on column template_prior.refreshed_at is 'last refresh of template_ranking; null: none yet';
comment on column template_prior.weight is 'm: number of ratings with the value C that are added to those of each template';

comment on materialized view template_ranking is 'score, ratings and adoptions of each released template at the last refresh';

comment on table template_tally is 'sums of the ratings and adoptions of each template; a refresh of the ranking adds template_tally_change to them';
comment on table template_tally_change is 'changes since the last refresh of the ranking; append-only, so that ratings and adoptions of one template do not wait for each other';
