package dev.haru.schedule.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Creates templates, ratings and adoptions for tests, and reads them, as the administrator of the database. */
public final class TemplateFixture {

    /** The category of these templates. */
    public static final int CATEGORY = 8;

    private static final JdbcClient ADMIN = connect();

    private TemplateFixture() {}

    /** Creates a template that was released at this time. */
    public static UUID released(String title, Instant releasedAt) {
        return template(UUID.randomUUID(), "released", title, releasedAt);
    }

    /** Creates a member with this number of drafts. */
    public static UUID memberWithDrafts(int count) {
        UUID owner = UUID.randomUUID();
        IntStream.range(0, count)
                .forEach(i -> template(owner, "draft", "Draft " + i, Instant.parse("2026-11-01T09:00:00Z")));
        return owner;
    }

    /** Rates the template with each of these ratings, each by another member. */
    public static void rate(UUID templateId, int... ratings) {
        IntStream.of(ratings).forEach(rating -> rateBy(UUID.randomUUID(), templateId, rating));
    }

    /** Rates the template by this member. */
    public static void rateBy(UUID memberId, UUID templateId, int rating) {
        ADMIN.sql("insert into schedule.review (template_id, member_id, rating, rated_at) values (?, ?, ?, now())")
                .params(templateId, memberId, rating)
                .update();
    }

    /** Adopts the template by this number of members. */
    public static void adopt(UUID templateId, int members) {
        ADMIN.sql("""
                        insert into schedule.adoption (template_id, member_id, first_adopted_at, last_adopted_at)
                        select ?, gen_random_uuid(), now(), now() from generate_series(1, ?)
                        """).params(templateId, members).update();
    }

    /** Refreshes the ranking. */
    public static void refresh() {
        ADMIN.sql("refresh materialized view schedule.template_ranking").update();
    }

    /** Counts the rows of a table that match a condition. */
    public static int count(String table, String condition, Object... parameters) {
        return ADMIN.sql("select count(*) from schedule." + table + " where " + condition)
                .params(parameters)
                .query(Integer.class)
                .single();
    }

    /** Returns the owner of a template. */
    static UUID ownerOf(UUID templateId) {
        return ADMIN.sql("select owner_id from schedule.template where id = ?")
                .param(templateId)
                .query(UUID.class)
                .single();
    }

    /** Checks that the tally, with the changes that it does not contain yet, equals the ratings and adoptions. */
    static void assertTally(UUID templateId) {
        assertThat(ADMIN.sql("""
                        select concat_ws(' ', coalesce(sum(ratings), 0), coalesce(sum(rating_total), 0),
                            coalesce(sum(adoptions), 0))
                        from (select template_id, ratings, rating_total, adoptions from schedule.template_tally
                              union all
                              select template_id, ratings, rating_total, adoptions from schedule.template_tally_change)
                            as counted
                        where template_id = ?
                        """).param(templateId).query(String.class).single())
                .isEqualTo(ADMIN.sql("""
                                select concat_ws(' ',
                                    (select count(*) from schedule.review where template_id = t.id),
                                    (select coalesce(sum(rating), 0) from schedule.review where template_id = t.id),
                                    (select count(*) from schedule.adoption where template_id = t.id))
                                from (values (cast(? as uuid))) as t (id)
                                """).param(templateId).query(String.class).single());
    }

    /** Locks the table of items, before an edit. Readers of an item wait until the connection commits or is closed. */
    public static Connection lockItems() throws SQLException {
        return beginWith("lock table schedule.template_item in access exclusive mode");
    }

    /** Replaces the content with one without items on the connection of {@link #lockItems}, and commits. */
    public static void editAndCommit(Connection editing, UUID templateId, String title) throws SQLException {
        JdbcClient editor = JdbcClient.create(new SingleConnectionDataSource(editing, true));
        editor.sql("update schedule.template set title = ?, version = version + 1 where id = ?")
                .params(title, templateId)
                .update();
        editor.sql("delete from schedule.template_item where template_id = ?")
                .param(templateId)
                .update();
        editing.commit();
    }

    /** Locks the template. Changes of the template wait until the connection is closed. */
    public static Connection lockTemplate(UUID templateId) throws SQLException {
        return beginWith("select 1 from schedule.template where id = '%s' for update".formatted(templateId));
    }

    /** Counts the statements that wait for a lock of another transaction. */
    public static int waitingStatements() {
        return ADMIN.sql("select count(*) from pg_stat_activity where wait_event_type = 'Lock'")
                .query(Integer.class)
                .single();
    }

    /** Returns the database client, for statements that only one test needs. */
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

    private static Connection beginWith(String sql) throws SQLException {
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
