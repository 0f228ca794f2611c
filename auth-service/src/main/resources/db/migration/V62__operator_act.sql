create table operator_act (
    id         uuid        not null,
    account_id uuid        not null,
    kind       text        not null,
    actor      text        not null,
    reason     text        not null,
    at         timestamptz not null,
    constraint operator_act_pk primary key (id)
);

create index operator_act_account_idx on operator_act (account_id, id);
create index operator_act_at_idx on operator_act (at);

comment on table operator_act is 'acts of operators on accounts, kept for haru.operator.keep-acts, also after the erasure of the account';
comment on column operator_act.actor is 'the person, as the operator''s request names it';
