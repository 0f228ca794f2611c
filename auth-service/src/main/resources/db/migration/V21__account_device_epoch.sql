alter table account add column device_epoch bigint not null default 0;

comment on column account.device_epoch is 'devices of a lower epoch have ended, so that ending all is this one number';
