package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Calendars to start a test from; written and looked at from outside, as the database's administrator. */
public final class ScheduleFixture {

    /** When the first schedule of a fixture starts; they last an hour, and the next one starts as it ends. */
    public static final Instant FIRST_START = Instant.parse("2026-11-23T00:00:00Z");

    private static final JdbcClient ADMIN = connect();

    private ScheduleFixture() {}

    /** A member who has planned nothing. */
    public static UUID newMember() {
        return UUID.randomUUID();
    }

    /** A member with so many schedules, one after the other from {@link #FIRST_START}, called "Hour 1" and on. */
    public static UUID memberWithSchedules(int count) {
        UUID memberId = newMember();
        ADMIN.sql("""
                insert into schedule.schedule (member_id, title, location_id, start_at, end_at, created_at, updated_at)
                select :memberId, 'Hour ' || i, 1, cast(:start as timestamptz) + (i - 1) * interval '1 hour',
                       cast(:start as timestamptz) + i * interval '1 hour', now(), now()
                from generate_series(1, :count) i
                """)
                .param("memberId", memberId)
                .param("start", FIRST_START.toString())
                .param("count", count)
                .update();
        ADMIN.sql("insert into schedule.member_quota (member_id, used) values (:memberId, :count)")
                .param("memberId", memberId)
                .param("count", count)
                .update();
        return memberId;
    }

    /** A member with so many schedules who may have this many. */
    public static UUID memberWithSchedules(int count, int max) {
        UUID memberId = memberWithSchedules(count);
        ADMIN.sql("update schedule.member_quota set max = :max where member_id = :memberId")
                .param("max", max)
                .param("memberId", memberId)
                .update();
        return memberId;
    }

    /** The member's calendar has one more, from an instant until another; answers its id. */
    public static UUID schedule(UUID memberId, int locationId, Instant startAt, Instant endAt) {
        return ADMIN.sql("""
                insert into schedule.schedule (member_id, title, location_id, start_at, end_at, created_at, updated_at)
                values (:memberId, 'Something', :locationId, cast(:start as timestamptz), cast(:end as timestamptz),
                        now(), now())
                returning id
                """)
                .param("memberId", memberId)
                .param("locationId", locationId)
                .param("start", startAt.toString())
                .param("end", endAt.toString())
                .query(UUID.class)
                .single();
    }

    /** So many idempotency keys of the member's are remembered. */
    static void remember(UUID memberId, int keys) {
        ADMIN.sql("""
                insert into schedule.idempotent_add (member_id, key, fingerprint, schedule_id, overlapping, added_at)
                select :memberId, 'key ' || i, '', gen_random_uuid(), '{}', now() from generate_series(1, :keys) i
                """).param("memberId", memberId).param("keys", keys).update();
    }

    /** So many members were erased at an instant; answers one of them. */
    static UUID erased(int count, Instant erasedAt) {
        return ADMIN.sql("""
                insert into schedule.member_quota (member_id, used, max, erased_at)
                select gen_random_uuid(), 0, 0, cast(:erasedAt as timestamptz) from generate_series(1, :count)
                returning member_id
                """)
                .param("erasedAt", erasedAt.toString())
                .param("count", count)
                .query(UUID.class)
                .list()
                .getFirst();
    }

    /** Somebody else holds the rows of a query, which locks them, until the connection is closed. */
    static Connection holding(String query, UUID memberId) throws SQLException {
        Connection connection = EmbeddedDatabase.admin();
        connection.setAutoCommit(false);
        assertThat(JdbcClient.create(new SingleConnectionDataSource(connection, true))
                        .sql(query)
                        .param("memberId", memberId)
                        .query(Integer.class)
                        .list())
                .hasSize(1);
        return connection;
    }

    /** An hour of nothing in particular. */
    static Plan hour(String title) {
        return hourFrom(title, FIRST_START);
    }

    static Plan hourFrom(String title, Instant startAt) {
        return new Plan(title, 1, startAt, startAt.plusSeconds(3600), null);
    }

    /** How many schedules the member has. */
    public static int rows(UUID memberId) {
        return ADMIN.sql("select count(*) from schedule.schedule where member_id = :memberId")
                .param("memberId", memberId)
                .query(Integer.class)
                .single();
    }

    /** How many schedules the member has, as the quota counts them. */
    public static int used(UUID memberId) {
        return ADMIN.sql("select used from schedule.member_quota where member_id = :memberId")
                .param("memberId", memberId)
                .query(Integer.class)
                .optional()
                .orElse(0);
    }

    /** How many idempotency keys of the member's are remembered. */
    static int keys(UUID memberId) {
        return ADMIN.sql("select count(*) from schedule.idempotent_add where member_id = :memberId")
                .param("memberId", memberId)
                .query(Integer.class)
                .single();
    }

    /** Whether it is kept that the member was erased. */
    static boolean isClosed(UUID memberId) {
        return ADMIN.sql(
                                "select count(*) from schedule.member_quota where member_id = :memberId and erased_at is not null")
                        .param("memberId", memberId)
                        .query(Integer.class)
                        .single()
                == 1;
    }

    /** The planner knows what is in the table. */
    public static void analyze() {
        ADMIN.sql("analyze schedule.schedule").update();
    }

    private static JdbcClient connect() {
        try {
            return JdbcClient.create(new SingleConnectionDataSource(EmbeddedDatabase.admin(), true));
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
