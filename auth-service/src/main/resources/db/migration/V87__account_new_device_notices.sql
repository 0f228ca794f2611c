-- The switch of the notices of sign-ins from a new device. Pods of the version before ignore it, and write these notices to all.
alter table account add column new_device_notices boolean not null default true;

comment on column account.new_device_notices is 'whether a sign-in from a new device writes a notice; all other notices have no switch';
