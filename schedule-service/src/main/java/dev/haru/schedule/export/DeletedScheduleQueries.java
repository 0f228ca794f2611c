package dev.haru.schedule.export;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Reads the deleted schedules of a member that can still be restored, ordered by id as {@link ExportQueries} does. */
@Repository
@Transactional(readOnly = true)
class DeletedScheduleQueries {

    private final JdbcClient jdbc;

    DeletedScheduleQueries(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    List<ExportedSchedule> page(UUID member, @Nullable UUID after, int limit) {
        return jdbc.sql("""
                        with own as materialized (select id from deleted_schedule where member_id = :member),
                        page as materialized (
                            select id from own where cast(:after as uuid) is null or id > :after order by id limit :limit)
                        select d.id, d.title, d.location_id, l.name as location, d.start_at, d.end_at, d.note, d.time_form,
                            d.local_start, d.local_end, d.time_zone, d.recurrence, d.details, d.uid, d.created_at,
                            cast(null as timestamptz) as updated_at, d.deleted_at
                        from page join deleted_schedule d on d.id = page.id join location l on l.id = d.location_id
                        order by d.id
                        """)
                .param("member", member)
                .param("after", after)
                .param("limit", limit)
                .query((row, _) -> ExportedSchedule.of(row))
                .list();
    }
}
