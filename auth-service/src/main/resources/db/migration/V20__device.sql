-- Devices from which an account's owner has signed in, ten for each account. A device that has ended has no row.
create table device (
    id           uuid        not null,
    account_id   uuid        not null,
    epoch        bigint      not null,
    created_at   timestamptz not null,
    last_used_at timestamptz not null,
    user_agent   text,
    address      text        not null,
    constraint device_pk primary key (id),
    constraint device_account_fk foreign key (account_id) references account (id) on delete cascade
);

create index device_account_idx on device (account_id, last_used_at);
create index device_last_used_idx on device (last_used_at);

comment on column device.epoch is 'below the account''s device_epoch, the device has ended';
