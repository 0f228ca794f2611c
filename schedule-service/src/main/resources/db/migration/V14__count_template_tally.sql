-- What there was before, while others go on writing: the statement sees the rows of one moment and discards the changes
-- that it sees at the same moment, which are counted with the rows. Those that come later stay.
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
where r.count > 0 or a.count > 0
for key share of t;

analyze template_tally;
