-- The operator of an act by its account. Pods of the version before write acts of the management port only, without both columns.
alter table operator_act
    add column operator_id uuid,
    add column value text;

comment on column operator_act.actor is 'the operator''s nickname at the time of the act; for the management port, the person as the request names it';
comment on column operator_act.operator_id is 'the operator''s account; null for an act on the management port and for one of the service itself';
comment on column operator_act.value is 'the new role, or the new limit of schedules; null for other kinds';
