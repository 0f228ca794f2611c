package dev.haru.schedule.template;

import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Catalogues to start a test from; written and looked at from outside, as the database's administrator. */
public final class TemplateFixture {

    /** The id of the category that these templates are in. */
    public static final int CATEGORY = 8;

    private static final JdbcClient ADMIN = connect();

    private TemplateFixture() {}

    /** A template that somebody has released at an instant. */
    public static UUID released(String title, Instant releasedAt) {
        return template(UUID.randomUUID(), "released", title, releasedAt);
    }

    /** A member with so many drafts. */
    public static UUID memberWithDrafts(int count) {
        UUID owner = UUID.randomUUID();
        IntStream.range(0, count)
                .forEach(i -> template(owner, "draft", "Draft " + i, Instant.parse("2026-11-01T09:00:00Z")));
        return owner;
    }

    /** Somebody else rates it with each of these. */
    public static void rate(UUID templateId, int... ratings) {
        IntStream.of(ratings).forEach(rating -> rateBy(UUID.randomUUID(), templateId, rating));
    }

    /** A member has rated it. */
    public static void rateBy(UUID memberId, UUID templateId, int rating) {
        ADMIN.sql("insert into schedule.review (template_id, member_id, rating, rated_at) values (?, ?, ?, now())")
                .params(templateId, memberId, rating)
                .update();
    }

    /** So many members adopt it. */
    public static void adopt(UUID templateId, int members) {
        ADMIN.sql("""
                        insert into schedule.adoption (template_id, member_id, first_adopted_at, last_adopted_at)
                        select ?, gen_random_uuid(), now(), now() from generate_series(1, ?)
                        """).params(templateId, members).update();
    }

    /** The ranking is of this moment. */
    public static void refresh() {
        ADMIN.sql("refresh materialized view schedule.template_ranking").update();
    }

    /** How many rows of a table fit a condition on its columns. */
    public static int count(String table, String condition, Object... parameters) {
        return ADMIN.sql("select count(*) from schedule." + table + " where " + condition)
                .params(parameters)
                .query(Integer.class)
                .single();
    }

    /** Somebody is about to edit the templates: who reads an item waits until the connection is closed or commits. */
    public static Connection editing() throws SQLException {
        return begun("lock table schedule.template_item in access exclusive mode");
    }

    /** Another content without items, by who is {@link #editing}. */
    public static void edit(Connection editing, UUID templateId, String title) throws SQLException {
        JdbcClient editor = JdbcClient.create(new SingleConnectionDataSource(editing, true));
        editor.sql("update schedule.template set title = ?, version = version + 1 where id = ?")
                .params(title, templateId)
                .update();
        editor.sql("delete from schedule.template_item where template_id = ?")
                .param(templateId)
                .update();
        editing.commit();
    }

    /** Who changes a template waits until the connection is closed. */
    public static Connection holding(UUID templateId) throws SQLException {
        return begun("select 1 from schedule.template where id = '%s' for update".formatted(templateId));
    }

    /** How many statements wait for what another transaction has locked. */
    public static int waiting() {
        return ADMIN.sql("select count(*) from pg_stat_activity where wait_event_type = 'Lock'")
                .query(Integer.class)
                .single();
    }

    /** For what only one test needs. */
    static JdbcClient admin() {
        return ADMIN;
    }

    private static UUID template(UUID ownerId, String status, String title, Instant at) {
        return ADMIN.sql("""
                        insert into schedule.template (owner_id, status, category_id, title, description,
                            duration_minutes, location_id, created_at, updated_at, released_at)
                        values (:owner, :status, :category, :title, 'Somewhere', 60, 1, cast(:at as timestamptz),
                            cast(:at as timestamptz), cast(:at as timestamptz))
                        returning id
                        """)
                .param("owner", ownerId)
                .param("status", status)
                .param("category", CATEGORY)
                .param("title", title)
                .param("at", at.toString())
                .query(UUID.class)
                .single();
    }

    private static Connection begun(String sql) throws SQLException {
        Connection connection = EmbeddedDatabase.admin();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        return connection;
    }

    private static JdbcClient connect() {
        try {
            return JdbcClient.create(new SingleConnectionDataSource(EmbeddedDatabase.admin(), true));
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
