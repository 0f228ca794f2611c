-- What a release adds while the one before still runs: a column that it does not know, and an index beside its writes.
alter table schedule add column e2e_note text;
