package dev.haru.platform.test.interleaving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.haru.platform.test.EmbeddedDatabase;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The harness itself: it tries each order once, finds known errors, and names an order that can run alone. */
class InterleavingTests {

    private static final HikariDataSource pool = EmbeddedDatabase.pool();

    private final SteppedDataSource stepped = new SteppedDataSource(pool);
    private final JdbcClient jdbc = JdbcClient.create(stepped);
    private final TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(stepped));

    @BeforeAll
    static void createTable() {
        pool.setMaximumPoolSize(3);
        JdbcClient.create(pool)
                .sql("create table interleaved (id int primary key, value int not null)")
                .update();
    }

    @AfterAll
    static void dropTable() {
        JdbcClient.create(pool).sql("drop table interleaved").update();
        pool.close();
    }

    @BeforeEach
    void insertRows() {
        JdbcClient.create(pool).sql("""
                        insert into interleaved values (1, 0), (2, 0)
                        on conflict (id) do update set value = 0
                        """).update();
    }

    @Test
    void eachOrderIsTriedOnce() throws Exception {
        Set<String> seen = new HashSet<>();
        StringBuilder order = new StringBuilder();
        AtomicInteger executions = new AtomicInteger();

        int tried = Interleaving.of(() -> order.setLength(0))
                .participant("A", () -> readTwice(order, 'A'))
                .participant("B", () -> readTwice(order, 'B'))
                .check(() -> {
                    executions.incrementAndGet();
                    seen.add(order.toString());
                });

        assertThat(tried).as("two statements and a commit each").isEqualTo(20).isEqualTo(executions.get());
        assertThat(seen).containsExactlyInAnyOrder("AABB", "ABAB", "ABBA", "BAAB", "BABA", "BBAA");
    }

    @Test
    void autocommitStatementIsOneStep() throws Exception {
        assertThat(Interleaving.of(() -> {})
                        .participant("A", () -> increment(1))
                        .participant("B", () -> increment(1))
                        .participant("C", () -> increment(2))
                        .check(() -> {}))
                .isEqualTo(6);
    }

    @Test
    void lostUpdateIsFoundAndNamed() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> Interleaving.of(this::insertRows)
                        .participant("first", this::readAndWrite)
                        .participant("second", this::readAndWrite)
                        .check(() -> assertThat(value(1)).isEqualTo(2)))
                .withMessageContaining("-Dharu.interleaving.order=A")
                .withMessageContaining("A: select value from interleaved")
                .withMessageContaining("A: first, B: second");
    }

    @Test
    void namedOrderRunsAlone() throws Exception {
        AtomicInteger executions = new AtomicInteger();
        StringBuilder order = new StringBuilder();
        System.setProperty("haru.interleaving.order", "ABBABA");
        try {
            assertThat(Interleaving.of(executions::incrementAndGet)
                            .participant("A", () -> readTwice(order, 'A'))
                            .participant("B", () -> readTwice(order, 'B'))
                            .check(() -> {}))
                    .isOne();
        } finally {
            System.clearProperty("haru.interleaving.order");
        }
        assertThat(executions).hasValue(1);
        assertThat(order).hasToString("ABBA");
    }

    @Test
    void waitForALockLetsTheOthersContinue() throws Exception {
        int tried = Interleaving.of(this::insertRows)
                .participant("A", () -> transaction.executeWithoutResult(_ -> increment(1)))
                .participant("B", () -> transaction.executeWithoutResult(_ -> increment(1)))
                .participant("C", () -> increment(2))
                .check(() -> {
                    assertThat(value(1)).isEqualTo(2);
                    assertThat(value(2)).isEqualTo(1);
                });

        assertThat(tried)
                .as("a waiting participant offers no order")
                .isLessThan(30)
                .isPositive();
    }

    @Test
    void deadlockIsFoundEvenIfTheCallerCatchesIt() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> Interleaving.of(this::insertRows)
                        .participant("up", () -> incrementBoth(1, 2))
                        .participant("down", () -> incrementBoth(2, 1))
                        .check(() -> {}))
                .withMessageContaining("deadlock detected");
    }

    @Test
    void brokenInvariantBetweenTwoStepsIsFound() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> Interleaving.of(this::insertRows)
                        .participant("transfer", () -> {
                            increment(1);
                            jdbc.sql("update interleaved set value = 0 where id = 1")
                                    .update();
                        })
                        .participant("other", () -> increment(2))
                        .afterEachStep(() -> assertThat(value(1)).isZero())
                        .check(() -> {}));
    }

    @Test
    void randomOrdersFollowAboveTheLimit() throws Exception {
        StringBuilder order = new StringBuilder();

        assertThat(Interleaving.of(() -> {})
                        .participant("A", () -> readTwice(order, 'A'))
                        .participant("B", () -> readTwice(order, 'B'))
                        .limit(6)
                        .check(() -> {}))
                .isBetween(6, 9);
    }

    private void readTwice(StringBuilder order, char name) {
        transaction.executeWithoutResult(_ -> {
            value(jdbc, 1);
            order.append(name);
            value(jdbc, 1);
            order.append(name);
        });
    }

    private void readAndWrite() {
        int read = value(jdbc, 1);
        jdbc.sql("update interleaved set value = ? where id = 1")
                .param(read + 1)
                .update();
    }

    private void incrementBoth(int first, int second) {
        try {
            transaction.executeWithoutResult(_ -> {
                increment(first);
                increment(second);
            });
        } catch (RuntimeException caught) {
            assertThat(caught).hasMessageContaining("deadlock");
        }
    }

    private void increment(int id) {
        jdbc.sql("update interleaved set value = value + 1 where id = ?")
                .param(id)
                .update();
    }

    private static int value(int id) {
        return value(JdbcClient.create(pool), id);
    }

    private static int value(JdbcClient client, int id) {
        return client.sql("select value from interleaved where id = ?")
                .param(id)
                .query(Integer.class)
                .single();
    }
}
