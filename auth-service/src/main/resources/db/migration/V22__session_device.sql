-- The device that the session was opened from; null for sessions of the release before. No foreign key: a device may end.
alter table session add column device_id uuid;
