-- What there was before. In a transaction of its own, so that who rates does not wait for it.
select recount_template_tally();

analyze template_tally;
