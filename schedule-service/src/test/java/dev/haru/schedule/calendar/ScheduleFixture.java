package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Creates calendars for tests and inspects them, with a connection of the database administrator. */
public final class ScheduleFixture {

    /** The start of the first schedule of a fixture. Each schedule lasts an hour; the next one starts when it ends. */
    public static final Instant FIRST_START = Instant.parse("2026-11-23T00:00:00Z");

    private static final JdbcClient ADMIN = connect();

    private ScheduleFixture() {}

    /** Returns a member without schedules. */
    public static UUID newMember() {
        return UUID.randomUUID();
    }

    /** Creates a member with consecutive schedules from {@link #FIRST_START}, called "Hour 1", "Hour 2" and so on. */
    public static UUID memberWithSchedules(int count) {
        UUID memberId = newMember();
        ADMIN.sql(
                        "insert into schedule.member_quota (member_id, used, change_number) values (:memberId, :count, :count)")
                .param("memberId", memberId)
                .param("count", count)
                .update();
        ADMIN.sql("""
                insert into schedule.schedule (member_id, title, location_id, start_at, end_at, created_at, updated_at,
                                               change_number)
                select :memberId, 'Hour ' || i, 1, cast(:start as timestamptz) + (i - 1) * interval '1 hour',
                       cast(:start as timestamptz) + i * interval '1 hour', now(), now(), i
                from generate_series(1, :count) i
                """)
                .param("memberId", memberId)
                .param("start", FIRST_START.toString())
                .param("count", count)
                .update();
        return memberId;
    }

    /** Creates a member with one schedule, whose title a rule of today may refuse. Returns its path. */
    public static String pathOfScheduleWithTitle(UUID memberId, String title) {
        ADMIN.sql("insert into schedule.member_quota (member_id, used, change_number) values (?, 1, 1)")
                .param(memberId)
                .update();
        return "/v1/schedules/"
                + ADMIN.sql("""
                        insert into schedule.schedule (member_id, title, location_id, start_at, end_at, created_at,
                                                       updated_at, change_number)
                        values (:memberId, :title, 1, cast(:start as timestamptz),
                                cast(:start as timestamptz) + interval '1 hour', now(), now(), 1)
                        returning id
                        """)
                        .param("memberId", memberId)
                        .param("title", title)
                        .param("start", FIRST_START.toString())
                        .query(UUID.class)
                        .single();
    }

    /** Creates a member with this number of schedules and this limit. */
    public static UUID memberWithSchedules(int count, int max) {
        UUID memberId = memberWithSchedules(count);
        ADMIN.sql("update schedule.member_quota set max = :max where member_id = :memberId")
                .param("max", max)
                .param("memberId", memberId)
                .update();
        return memberId;
    }

    /** Adds a schedule to the member's calendar and returns its id. */
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

    /** Adds a schedule with any plan to the member's calendar and returns its id. */
    public static UUID add(UUID memberId, Plan plan) {
        JdbcClient.StatementSpec statement = ADMIN.sql(
                        """
                        insert into schedule.schedule (member_id, title, location_id, start_at, end_at, note, created_at,
                                                       updated_at, %s)
                        values (:memberId, :title, :locationId, :startAt, :endAt, cast(:note as text), now(), now(), %s)
                        returning id
                        """.formatted(ScheduleColumns.EXTENDED, ScheduleColumns.EXTENDED_VALUES))
                .param("memberId", memberId);
        ScheduleColumns.plain(statement, plan);
        return ScheduleColumns.extended(statement, plan).query(UUID.class).single();
    }

    /** A plan that recurs every day in Seoul. */
    public static Plan daily(String title, Instant startAt, Instant endAt) {
        return recurring(title, startAt, endAt, "FREQ=DAILY");
    }

    /** A plan that recurs by a rule in Seoul. */
    public static Plan recurring(String title, Instant startAt, Instant endAt, String rule) {
        ZoneId seoul = ZoneId.of("Asia/Seoul");
        ScheduleTime time = new ScheduleTime(
                TimeForm.ZONED, LocalDateTime.ofInstant(startAt, seoul), LocalDateTime.ofInstant(endAt, seoul), seoul);
        return new Plan(title, 1, time, null, Details.NONE, new Series(rule, List.of(), List.of(), List.of()), null);
    }

    /** Stores this number of idempotency keys for the member. */
    static void storeKeys(UUID memberId, int keys) {
        ADMIN.sql("""
                insert into schedule.idempotent_add (member_id, key, fingerprint, schedule_id, overlapping, added_at)
                select :memberId, 'key ' || i, '', gen_random_uuid(), '{}', now() from generate_series(1, :keys) i
                """).param("memberId", memberId).param("keys", keys).update();
    }

    /** Creates quota rows of members who were erased at the instant; returns one of the members. */
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

    /**
     * Runs a query that locks one row. Another transaction holds the lock until the returned connection rolls back or
     * is closed. The server may release the lock only after {@code close()} has returned. If the next statement of a
     * test does not wait for the lock, the test must therefore call {@code rollback()} first.
     */
    static Connection lockingOneRow(String query, UUID memberId) throws SQLException {
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

    /** Cancels the statements that wait for a lock of another transaction, and returns their number. */
    static int cancelWaitingStatements() {
        return ADMIN.sql("""
                select count(*) filter (where pg_cancel_backend(pid)) from pg_stat_activity
                where wait_event_type = 'Lock' and backend_type = 'client backend'
                """).query(Integer.class).single();
    }

    /** A plan of an hour from {@link #FIRST_START}. */
    static Plan hour(String title) {
        return hourFrom(title, FIRST_START);
    }

    static Plan hourFrom(String title, Instant startAt) {
        return new Plan(title, 1, startAt, startAt.plusSeconds(3600), null);
    }

    /** Returns the number of the member's schedules. */
    public static int rows(UUID memberId) {
        return ADMIN.sql("select count(*) from schedule.schedule where member_id = :memberId")
                .param("memberId", memberId)
                .query(Integer.class)
                .single();
    }

    /** Returns the number of the member's schedules by the count of the quota. */
    public static int used(UUID memberId) {
        return ADMIN.sql("select used from schedule.member_quota where member_id = :memberId")
                .param("memberId", memberId)
                .query(Integer.class)
                .optional()
                .orElse(0);
    }

    /** Returns the number of the member's stored idempotency keys. */
    static int storedKeys(UUID memberId) {
        return ADMIN.sql("select count(*) from schedule.idempotent_add where member_id = :memberId")
                .param("memberId", memberId)
                .query(Integer.class)
                .single();
    }

    /** Whether the quota row of the erased member still exists. */
    static boolean isClosed(UUID memberId) {
        return ADMIN.sql(
                                "select count(*) from schedule.member_quota where member_id = :memberId and erased_at is not null")
                        .param("memberId", memberId)
                        .query(Integer.class)
                        .single()
                == 1;
    }

    /** Executes a statement that has the parameter {@code memberId}, as the administrator. */
    static void execute(String sql, UUID memberId) {
        ADMIN.sql(sql).param("memberId", memberId).update();
    }

    /** Returns a number from a query that has the parameter {@code memberId}. */
    static int number(String sql, UUID memberId) {
        return ADMIN.sql(sql).param("memberId", memberId).query(Integer.class).single();
    }

    /** Returns the number of the member's deleted schedules that are kept. */
    static int deleted(UUID memberId) {
        return number("select count(*) from schedule.deleted_schedule where member_id = :memberId", memberId);
    }

    /** Makes the member's deletions older. */
    static void ageDeletions(UUID memberId, int days) {
        execute(
                "update schedule.deleted_schedule set deleted_at = deleted_at - interval '1 day' * " + days
                        + " where member_id = :memberId",
                memberId);
    }

    /** Updates the planner's statistics of the table. */
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
