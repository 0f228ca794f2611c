package dev.haru.member.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.OnEmbeddedPostgres;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Tests the database queries of the look-ups: one statement each, with only the columns it needs, by an index. */
@OnEmbeddedPostgres
@DataJpaTest(
        properties =
                "spring.jpa.properties.hibernate.session_factory.statement_inspector=dev.haru.member.profile.LookupQueryTests$Recorder")
class LookupQueryTests {

    private static final List<String> STATEMENTS = new CopyOnWriteArrayList<>();

    @Autowired
    private MemberRepository members;

    @Autowired
    private JdbcClient jdbc;

    private final UUID id = UUID.randomUUID();
    private final UUID unknown = UUID.randomUUID();
    private final UUID otherUnknown = UUID.randomUUID();

    @BeforeEach
    void manyMembers() {
        jdbc.sql("""
                        insert into member (id, nickname, email, region_id, account_version, version, created_at, updated_at)
                        select gen_random_uuid(), 'n' || n, 'n' || n || '@example.org', 1, 0, 1, now(), now()
                        from generate_series(1, 5000) n
                        """).update();
        members.put(id, "haru_fan", "Lookup@example.org", "Apia", 0, MemberFixture.JOINED_AT);
        jdbc.sql("analyze member").update();
        STATEMENTS.clear();
    }

    @Test
    void byIdIsOneIndexedQueryOfEightColumns() {
        assertQuery(ProfileReader.QUERY, 8, "member_pk");
    }

    @Test
    void byIdInATransactionIsOneIndexedQueryOfEightColumns() {
        assertThat(members.findProfile(id)).isPresent();

        assertOneQuery(8, "member_pk");
    }

    @Test
    void byManyIdsIsOneIndexedQueryOfFiveColumns() {
        assertThat(members.findIdentities(Set.of(id, unknown, otherUnknown)))
                .extracting(Identity::memberId)
                .containsExactly(id);

        assertOneQuery(5, "member_pk");
    }

    @Test
    void byEmailIsOneIndexedQueryOfFiveColumns() {
        assertThat(members.findIdentityByEmail("lookup@EXAMPLE.org"))
                .map(Identity::memberId)
                .contains(id);

        assertOneQuery(5, "member_email_idx");
    }

    private void assertOneQuery(int columns, String index) {
        assertThat(STATEMENTS).hasSize(1);
        assertQuery(STATEMENTS.getFirst(), columns, index);
    }

    private void assertQuery(String statement, int columns, String index) {
        assertThat(columnsOf(statement)).as(statement).isEqualTo(columns);
        assertThat(planOf(statement)).contains(index).doesNotContain("Seq Scan on member");
    }

    /** Counts the selected columns: commas outside of parentheses separate them. */
    private static long columnsOf(String statement) {
        String selected = statement.substring("select ".length(), statement.indexOf("from "));
        return selected.replaceAll("\\([^()]*\\)", "")
                        .chars()
                        .filter(c -> c == ',')
                        .count()
                + 1;
    }

    /** Returns the generic plan, which does not depend on the parameters. */
    private String planOf(String statement) {
        AtomicInteger number = new AtomicInteger();
        String numbered = Pattern.compile("\\?").matcher(statement).replaceAll(_ -> "\\$" + number.incrementAndGet());
        String values = String.join(", ", Collections.nCopies(number.get(), "null"));
        jdbc.sql("set local plan_cache_mode = force_generic_plan").update();
        jdbc.sql("prepare look_up as " + numbered).update();
        try {
            return String.join(
                    "\n",
                    jdbc.sql("explain execute look_up(" + values + ")")
                            .query(String.class)
                            .list());
        } finally {
            jdbc.sql("deallocate look_up").update();
        }
    }

    /** Records each statement; the test property above names this class. */
    public static final class Recorder implements StatementInspector {

        @Override
        public String inspect(String sql) {
            STATEMENTS.add(sql);
            return sql;
        }
    }
}
