package dev.haru.schedule.calendar;

import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Reads the deleted schedules of a member. Each read is one statement. */
@Repository
class DeletedScheduleReader {

    /** Reads in the order of an index, so it stops at the limit. */
    static final String PAGE = """
            select %s, change_number, deleted_at
            from deleted_schedule
            where member_id = :memberId and change_number < :before and deleted_at > :expired
            order by change_number desc
            limit :limit
            """.formatted(ScheduleColumns.SHOWN.replace("updated_at", "deleted_at as updated_at"));

    private final JdbcClient jdbc;
    private final Clock clock;

    DeletedScheduleReader(DataSource dataSource, Clock clock) {
        this.jdbc = Autocommit.reading(dataSource);
        this.clock = clock;
    }

    /**
     * Returns at most {@code limit} schedules that can be restored, the last deletion first.
     *
     * @param before the change number of the last deletion of the page before
     */
    List<DeletedSchedule> page(UUID memberId, long before, int limit) {
        return jdbc.sql(PAGE)
                .param("memberId", memberId)
                .param("before", before)
                .param(
                        "expired",
                        clock.instant().minus(DeletedScheduleStore.RETENTION).atOffset(ZoneOffset.UTC))
                .param("limit", limit)
                .query((row, _) -> new DeletedSchedule(
                        ScheduleColumns.schedule(row), row.getLong("change_number"), Instants.of(row, "deleted_at")))
                .list();
    }
}
