-- An import stores its file, so that any process can continue it after a restart. The file is deleted when the import ends.
create table calendar_import (
    id          uuid        not null,
    member_id   uuid        not null,
    time_zone   text        not null,
    dry_run     boolean     not null,
    status      text        not null,
    created_at  timestamptz not null,
    ended_at    timestamptz,
    lease_until timestamptz,
    attempts    integer     not null default 0,
    file        bytea,
    components  integer     not null,
    position    integer     not null default 0,
    added       integer     not null default 0,
    changed     integer     not null default 0,
    unchanged   integer     not null default 0,
    refused     integer     not null default 0,
    report      jsonb       not null default '[]',
    constraint calendar_import_pk primary key (id),
    constraint calendar_import_member_fk foreign key (member_id) references member_quota (member_id) on delete cascade,
    constraint calendar_import_status_known check (status in ('pending', 'completed', 'failed')),
    constraint calendar_import_file_while_pending check ((status = 'pending') = (file is not null))
);

create unique index calendar_import_pending on calendar_import (member_id) where status = 'pending';
create index calendar_import_by_creation on calendar_import (created_at);

comment on table calendar_import is 'imports of iCalendar files, for seven days. The erasure of the member deletes them';
comment on column calendar_import.time_zone is 'IANA name of the time zone of the member at the request, for floating times and dates';
comment on column calendar_import.dry_run is 'true: the import reports what it would do, and changes nothing';
comment on column calendar_import.status is 'pending: the file waits or is being read; completed: the report is complete; failed: the import stopped after the reported position';
comment on column calendar_import.lease_until is 'until then the process that reads the file owns the import; null: none does';
comment on column calendar_import.attempts is 'number of processes that have read the file without progress';
comment on column calendar_import.components is 'number of components in the file, without time zones';
comment on column calendar_import.position is 'number of entries that are done; a transaction that writes schedules also writes the position';
comment on column calendar_import.added is 'number of components that became new schedules; changed, unchanged and refused likewise';
comment on column calendar_import.report is 'the refused components and those with notes, at most 1,000';
comment on index calendar_import_pending is 'a member has one import at a time; the imports that wait are few';
comment on index calendar_import_by_creation is 'for the clean-up';
