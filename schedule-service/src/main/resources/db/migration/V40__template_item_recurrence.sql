-- A pod of the version before adopts the item as the first schedule of the series.
alter table template_item add column recurrence_rule text,
    add constraint template_item_recurrence_rule_length check (length(recurrence_rule) <= 500);

comment on column template_item.recurrence_rule is 'rule of the series (RFC 5545) that the item begins, without UNTIL; null: a single schedule';
