-- Each addition and each change had to maintain this index, and no update could stay on its page. The change feed reads the
-- schedules of a member by schedule_by_start instead; a pod of the version before does so, too.
drop index schedule_by_change;
