-- The trace whose request wrote the announcement, when it is recorded; W3C traceparent, version 00.
alter table outbox add column trace_parent text;
