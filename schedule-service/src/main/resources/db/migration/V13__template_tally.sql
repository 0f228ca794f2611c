-- What members think of each template, added up, so that a refresh of the ranking reads a row for each template instead
-- of each rating and each adoption.
create table template_tally (
    template_id  uuid    not null,
    ratings      integer not null,
    rating_total integer not null,
    adoptions    integer not null,
    constraint template_tally_pk primary key (template_id),
    constraint template_tally_template_fk foreign key (template_id) references template (id) on delete cascade
);

-- What is to be added to it. Only ever appended to by who rates or adopts: nobody waits for a popular template's row.
create table template_tally_change (
    template_id  uuid    not null,
    ratings      integer not null,
    rating_total integer not null,
    adoptions    integer not null
);

-- By triggers, so that no way of writing a rating is forgotten: an erasure, a cascade, an operator, the version before.
create function note_added_reviews() returns trigger language plpgsql set search_path from current as $$
begin
    insert into template_tally_change (template_id, ratings, rating_total, adoptions)
    select template_id, count(*), sum(rating), 0 from added group by template_id;
    return null;
end $$;

create function note_removed_reviews() returns trigger language plpgsql set search_path from current as $$
begin
    insert into template_tally_change (template_id, ratings, rating_total, adoptions)
    select template_id, -count(*), -sum(rating), 0 from removed group by template_id;
    return null;
end $$;

create function note_changed_reviews() returns trigger language plpgsql set search_path from current as $$
begin
    insert into template_tally_change (template_id, ratings, rating_total, adoptions)
    select template_id, sum(number), sum(rating), 0
    from (select template_id, 1 as number, rating from added
          union all
          select template_id, -1, -rating from removed) as changed
    group by template_id;
    return null;
end $$;

create function note_added_adoptions() returns trigger language plpgsql set search_path from current as $$
begin
    insert into template_tally_change (template_id, ratings, rating_total, adoptions)
    select template_id, 0, 0, count(*) from added group by template_id;
    return null;
end $$;

create function note_removed_adoptions() returns trigger language plpgsql set search_path from current as $$
begin
    insert into template_tally_change (template_id, ratings, rating_total, adoptions)
    select template_id, 0, 0, -count(*) from removed group by template_id;
    return null;
end $$;

create trigger review_added after insert on review
    referencing new table as added for each statement execute function note_added_reviews();
create trigger review_removed after delete on review
    referencing old table as removed for each statement execute function note_removed_reviews();
create trigger review_changed after update on review
    referencing old table as removed new table as added for each statement execute function note_changed_reviews();
create trigger adoption_added after insert on adoption
    referencing new table as added for each statement execute function note_added_adoptions();
create trigger adoption_removed after delete on adoption
    referencing old table as removed for each statement execute function note_removed_adoptions();

-- Makes the tally what the rows add up to, while others go on writing. The statement sees the rows of one moment and
-- discards the changes that it sees at the same moment, which are counted with the rows; those that come later stay.
create function recount_template_tally() returns void language plpgsql set search_path from current as $$
begin
    -- The lock of a refresh, which adds changes to the tally: what came between would be overwritten.
    perform pg_advisory_xact_lock(x'7e3a91c405d26b18'::bigint);
    with counted as (
        delete from template_tally_change
    )
    insert into template_tally (template_id, ratings, rating_total, adoptions)
    select t.id, coalesce(r.count, 0), coalesce(r.total, 0), coalesce(a.count, 0)
    from template t
    left join (select template_id, count(*) as count, sum(rating) as total from review group by template_id) r
           on r.template_id = t.id
    left join (select template_id, count(*) as count from adoption group by template_id) a
           on a.template_id = t.id
    for key share of t
    on conflict (template_id) do update
    set ratings = excluded.ratings, rating_total = excluded.rating_total, adoptions = excluded.adoptions;
end $$;
