-- One row: what the ranking expects of a template that nobody has rated, and when it was last computed. In a table,
-- so that the mean can stay put while it hardly moves: each move changes the score of all templates.
create table template_prior (
    "only"       boolean          not null default true,
    mean         double precision not null,
    weight       integer          not null,
    refreshed_at timestamptz,
    constraint template_prior_pk primary key ("only"),
    constraint template_prior_one_row check ("only"),
    constraint template_prior_mean_range check (mean between 1 and 5),
    constraint template_prior_weight_range check (weight >= 0)
);

comment on column template_prior.mean is 'C: the mean of all ratings, to a tenth';
comment on column template_prior.weight is 'm: so many ratings of C are added to those that a template has';
comment on column template_prior.refreshed_at is 'when template_ranking was last refreshed; null: never';

insert into template_prior (mean, weight) values (3.0, 10);

-- Narrow, so that a refresh compares and writes little; what a list shows besides comes from template itself and is of
-- this moment, above all whether it is still released.
create materialized view template_ranking as
select t.id as template_id,
       t.category_id,
       -- Rounded, so that equal data have equal scores in whatever order they are added up.
       cast(round(cast((p.weight * p.mean + coalesce(r.total, 0)) / greatest(p.weight + coalesce(r.count, 0), 1) as numeric), 6)
            as double precision) as score,
       coalesce(r.count, 0) as ratings,
       coalesce(r.total, 0) as rating_total,
       coalesce(a.count, 0) as adoptions
from template t
cross join template_prior p
left join (
    select template_id, cast(count(*) as integer) as count, cast(sum(rating) as integer) as total
    from review
    group by template_id) r on r.template_id = t.id
left join (
    select template_id, cast(count(*) as integer) as count
    from adoption
    group by template_id) a on a.template_id = t.id
where t.status = 'released';

-- Unique, or it could not be refreshed concurrently.
create unique index template_ranking_template on template_ranking (template_id);
create index template_ranking_rated on template_ranking (score, template_id);
create index template_ranking_rated_in_category on template_ranking (category_id, score, template_id);
create index template_ranking_adopted on template_ranking (adoptions, template_id);
create index template_ranking_adopted_in_category on template_ranking (category_id, adoptions, template_id);
