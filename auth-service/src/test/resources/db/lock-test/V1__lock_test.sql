alter table account add column lock_test int;
