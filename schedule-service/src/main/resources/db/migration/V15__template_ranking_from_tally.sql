-- As it was, but from the tally. What is not yet in the tally counts, too, so a refresh is exact whoever does it.
-- Readers wait until the new one is made, which takes some milliseconds for each thousand templates.
drop materialized view template_ranking;

create materialized view template_ranking as
select t.id as template_id,
       t.category_id,
       -- Rounded, so that equal data have equal scores in whatever order they are added up.
       cast(round(cast((p.weight * p.mean + y.rating_total) / greatest(p.weight + y.ratings, 1) as numeric), 6)
            as double precision) as score,
       y.ratings,
       y.rating_total,
       y.adoptions
from template t
cross join template_prior p
left join template_tally k on k.template_id = t.id
left join (
    select template_id, sum(ratings) as ratings, sum(rating_total) as rating_total, sum(adoptions) as adoptions
    from template_tally_change
    group by template_id) c on c.template_id = t.id
cross join lateral (
    select cast(coalesce(k.ratings, 0) + coalesce(c.ratings, 0) as integer) as ratings,
           cast(coalesce(k.rating_total, 0) + coalesce(c.rating_total, 0) as integer) as rating_total,
           cast(coalesce(k.adoptions, 0) + coalesce(c.adoptions, 0) as integer) as adoptions) y
where t.status = 'released';

-- Unique, or it could not be refreshed concurrently.
create unique index template_ranking_template on template_ranking (template_id);
create index template_ranking_rated on template_ranking (score, template_id);
create index template_ranking_rated_in_category on template_ranking (category_id, score, template_id);
create index template_ranking_adopted on template_ranking (adoptions, template_id);
create index template_ranking_adopted_in_category on template_ranking (category_id, adoptions, template_id);

analyze template_ranking;
