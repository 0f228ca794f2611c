-- Templates that template_ranking may lack, or have in another category. A list by rank reads them beside the ranking, and
-- compares them with it, so a row that is no longer needed does no harm. Append-only and without a foreign key, so that a
-- release or a deletion never waits for a refresh. A refresh of the ranking deletes the rows.
create table template_unranked (
    template_id uuid not null
);

comment on table template_unranked is 'templates released or moved to another category since the last refresh of template_ranking';

-- Otherwise PostgreSQL expects ten pages of rows in a table that is empty, and reads all templates.
analyze template_unranked;

create function note_unranked_template() returns trigger language plpgsql set search_path from current as $$
begin
    insert into template_unranked (template_id) values (new.id);
    return null;
end $$;

create trigger template_released after insert on template
    for each row when (new.status = 'released') execute function note_unranked_template();
create trigger template_released_or_moved after update of status, category_id on template
    for each row when (new.status = 'released' and (old.status <> new.status or old.category_id <> new.category_id))
    execute function note_unranked_template();
