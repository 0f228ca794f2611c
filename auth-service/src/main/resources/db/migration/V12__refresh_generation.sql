-- A rotation retires all refresh tokens of the session's generation, so that a session has one chain of them.
alter table session
    add column generation int not null default 0,
    add column retired_at timestamptz,
    add column siblings   int not null default 0;

comment on column session.generation is 'the generation of refresh tokens that may be used';
comment on column session.retired_at is 'when the generation before it was retired';
comment on column session.siblings is 'how many tokens of the generation were issued for a replay of the one before';

alter table refresh_token add column generation int not null default 0;
alter table refresh_token alter column generation drop default;

-- For pods of the release before, which do not know the column. Remove it when none of them runs any more.
create function refresh_generation_of_session() returns trigger language plpgsql set search_path from current as $$
begin
    select generation into new.generation from session where id = new.session_id;
    return new;
end
$$;

create trigger refresh_generation_default
    before insert on refresh_token
    for each row when (new.generation is null)
    execute function refresh_generation_of_session();

create index refresh_token_session_generation_idx on refresh_token (session_id, generation);
drop index refresh_token_session_idx;
