package dev.haru.systemtests.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.MigratedDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CatalogueTests {

    private static MigratedDatabase database;
    private static Map<String, Long> rows;

    @BeforeAll
    static void load() throws Exception {
        database = MigratedDatabase.start();
        try (Connection connection = database.connect()) {
            Catalogue.load(connection, 1);
        }
        try (Connection connection = database.connect()) {
            rows = Catalogue.load(connection, 1);
        }
    }

    @AfterAll
    static void stop() throws Exception {
        database.close();
    }

    @Test
    void secondLoadHasTheRequestedRows() throws SQLException {
        assertThat(rows.get("templates")).isEqualTo(1_000);
        assertThat(rows.get("ratings")).isBetween(49_000L, 51_000L);
        assertThat(rows.get("adoptions")).isBetween(199_000L, 201_000L);
        assertThat(database.number("select count(*) from schedule.adoption")).isEqualTo(rows.get("adoptions"));
        assertThat(database.number("select sum(adoptions) from schedule.template_ranking"))
                .isPositive()
                .isLessThanOrEqualTo(rows.get("adoptions"));
        assertThat(database.number("select sum(ratings) from schedule.template_tally"))
                .isEqualTo(rows.get("ratings"));
        assertThat(database.number("select sum(adoptions) from schedule.template_tally"))
                .isEqualTo(rows.get("adoptions"));
        assertThat(database.number("select count(*) from schedule.template_tally_change"))
                .isZero();
    }

    @Test
    void mostAdoptionsGoToAFifthOfTheTemplates() throws SQLException {
        assertThat(database.number("""
                select 100 * sum(count) filter (where rank <= 200) / sum(count)
                from (select count(*) as count, row_number() over (order by count(*) desc) as rank
                      from schedule.adoption group by template_id) a"""))
                .as("percent of the adoptions that go to a fifth of the templates")
                .isBetween(60L, 85L);
    }

    @Test
    void foreignKeysAreSatisfied() throws SQLException {
        assertThat(database.number("""
                select count(*) from schedule.review r
                where not exists (select from schedule.template t where t.id = r.template_id)""")).isZero();
        assertThat(database.number("""
                select count(*) from schedule.template t
                where not exists (select from schedule.category c where c.id = t.category_id)
                   or not exists (select from schedule.location l where l.id = t.location_id)""")).isZero();
    }

    @Test
    void indexesAreRecreated() throws SQLException {
        assertThat(database.number("""
                select count(*) from pg_indexes
                where schemaname = 'schedule' and indexname in ('review_by_member', 'adoption_by_member')""")).isEqualTo(2);
    }
}
