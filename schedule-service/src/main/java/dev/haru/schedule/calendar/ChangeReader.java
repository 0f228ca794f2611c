package dev.haru.schedule.calendar;

import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.ReplicaRouting;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Reads the changes of a member's schedules after a position.
 *
 * <p>Longer than 120 lines because the statements and the reading of their rows belong together.
 */
@Repository
class ChangeReader {

    /** Most clients ask for changes when there are none, and the statement of the changes is several times as large. */
    private static final String STATE = """
            select change_number as last_number, changes_from from member_quota where member_id = :memberId
            """;

    /**
     * The first columns are the state of the member, in every row; the other columns are null in the only row if
     * nothing has changed. PostgreSQL reads all schedules of the member, whose number is limited, so that additions and
     * changes need no index of the numbers.
     */
    static final String CHANGES = """
            with state as materialized (
                select change_number, changes_from from member_quota where member_id = :memberId)
            select coalesce(state.change_number, 0) as last_number, coalesce(state.changes_from, 0) as changes_from, c.*
            from (values (1)) as one (row)
                 left join state on true
                 left join (
                     (select change_number, %s
                      from schedule
                      where member_id = :memberId and (change_number, id) > (:number, :id)
                      order by change_number, id
                      limit :limit)
                     union all
                     (select change_number, id, %s
                      from deleted_schedule
                      where member_id = :memberId and change_number > :deletionsAfter
                      order by change_number
                      limit :limit)
                     order by change_number, id
                     limit :limit) c on true
            order by c.change_number, c.id
            """.formatted(ScheduleColumns.SHOWN, ScheduleColumns.NULLS);

    private final JdbcClient jdbc;

    ChangeReader(DataSource dataSource) {
        this.jdbc = Autocommit.reading(dataSource);
    }

    /**
     * Returns at most {@code limit} changes after the position. The primary answers if the replica has not reached the
     * position.
     *
     * @throws SyncTokenExpired when deletions after the position were removed, or the primary has not reached the
     *     position, because it was restored from a backup
     */
    Changes after(UUID memberId, SyncToken since, int limit) {
        Page page = read(memberId, since, limit);
        if (since.seen() > page.lastNumber) {
            page = ReplicaRouting.fromPrimary(() -> read(memberId, since, limit));
            if (since.seen() > page.lastNumber) {
                throw SyncTokenExpired.deletionsRemoved();
            }
        }
        if (since.deletionsAfter() < page.changesFrom) {
            throw SyncTokenExpired.deletionsRemoved();
        }
        return page.changes(since, limit);
    }

    private Page read(UUID memberId, SyncToken since, int limit) {
        Page page = new Page();
        jdbc.sql(STATE).param("memberId", memberId).query(page::addState);
        if (!since.isAfter(page.lastNumber)) {
            addChanges(memberId, since, limit, page);
        }
        return page;
    }

    private void addChanges(UUID memberId, SyncToken since, int limit, Page page) {
        jdbc.sql(CHANGES)
                .param("memberId", memberId)
                .param("number", since.number())
                .param("id", since.id())
                .param("deletionsAfter", since.deletionsAfter())
                .param("limit", limit + 1)
                .query(row -> {
                    page.addState(row);
                    UUID id = row.getObject("id", UUID.class);
                    if (id != null) {
                        page.found.add(new Change(
                                row.getLong("change_number"),
                                id,
                                row.getObject("member_id") == null ? null : ScheduleColumns.schedule(row)));
                    }
                });
    }

    /** The rows of one read, of which one more than the limit shows that there is a next page. */
    private static final class Page {

        private final List<Change> found = new ArrayList<>();
        private long lastNumber;
        private long changesFrom;

        void addState(ResultSet row) throws SQLException {
            lastNumber = row.getLong("last_number");
            changesFrom = row.getLong("changes_from");
        }

        Changes changes(SyncToken since, int limit) {
            long start = since.isBeginning() ? lastNumber : since.start();
            int size = PageSize.of(found, limit, Change::characters);
            if (found.size() == size) {
                return new Changes(found, SyncToken.after(lastNumber), false);
            }
            Change last = found.get(size - 1);
            return new Changes(found.subList(0, size), new SyncToken(last.number(), last.id(), start), true);
        }
    }
}
