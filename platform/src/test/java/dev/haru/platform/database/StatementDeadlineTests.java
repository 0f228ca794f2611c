package dev.haru.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.deadline.DeadlineExceeded;
import dev.haru.platform.deadline.Deadlines;
import dev.haru.platform.test.EmbeddedDatabase;
import io.opentelemetry.context.Scope;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Uses a pool like that of the services, but with one connection. So a setting left behind by one statement would
 * affect the next.
 */
class StatementDeadlineTests {

    private static final String TIMEOUT = "select current_setting('statement_timeout')";
    private static final HikariDataSource pool = EmbeddedDatabase.pool();
    private static final JdbcClient jdbc = JdbcClient.create(pool);
    private static final TransactionTemplate transaction =
            new TransactionTemplate(new DataSourceTransactionManager(pool));

    @BeforeAll
    static void startPool() throws SQLException {
        pool.setAutoCommit(false);
        // Much longer than the deadlines: the duration of a statement shows which of both ended it.
        pool.addDataSourceProperty("options", "-c statement_timeout=2min");
        pool.setDataSource(new BoundedDataSource(DataSourceFactory.driver(pool)));
        pool.getConnection().close(); // else a short deadline could pass while the pool opens its connection
    }

    @AfterAll
    static void endPool() {
        pool.close();
    }

    @Test
    void statementAfterTheDeadlineIsNotSent() {
        String send = "select nextval('sent_statements')";
        transaction.executeWithoutResult(
                _ -> jdbc.sql("create sequence sent_statements").update());
        try (Scope _ = Deadlines.over().makeCurrent()) {
            assertThatExceptionOfType(DeadlineExceeded.class)
                    .isThrownBy(() -> jdbc.sql(send).query().singleValue());
            assertThatExceptionOfType(DeadlineExceeded.class)
                    .isThrownBy(() ->
                            transaction.execute(_ -> jdbc.sql(send).query().singleValue()));
        }
        assertThat(jdbc.sql(send).query(Integer.class).single())
                .as("the server has received none of them")
                .isOne();
    }

    @Test
    void deadlineInATransactionStopsTheNextStatement() {
        Throwable failure = catchThrowable(() -> transaction.execute(_ -> {
            jdbc.sql("create table begun (id int)").update();
            try (Scope _ = Deadlines.over().makeCurrent()) {
                return jdbc.sql("insert into begun values (1)").update();
            }
        }));

        assertThat(failure).isInstanceOf(DeadlineExceeded.class);
        assertThat(timeout()).as("rolled back, and the connection works").isEqualTo("2min");
    }

    @Test
    void nearDeadlineShortensTheStatementTimeout() {
        long start = System.nanoTime();
        Throwable failure = failureAtTheDeadline(() -> transaction.execute(
                _ -> jdbc.sql("select pg_sleep(300)").query().singleValue()));

        assertThat(failure).isInstanceOf(QueryTimeoutException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
        assertThat(timeout()).as("for the next transaction").isEqualTo("2min");
    }

    @Test
    void distantDeadlineKeepsTheStatementTimeout() {
        try (Scope _ = Deadlines.in(Duration.ofMinutes(10)).makeCurrent()) {
            assertThat(timeout()).isEqualTo("2min");
        }
    }

    @Test
    void autocommitTimeoutIsShortenedForOneStatementOnly() {
        JdbcClient alone = Autocommit.over(pool);
        try (Scope _ = Deadlines.in(Duration.ofMinutes(1)).makeCurrent()) {
            assertThat(alone.sql(TIMEOUT).query(String.class).single())
                    .as("the setting of the session is unchanged")
                    .isEqualTo("2min");
        }
        long start = System.nanoTime();
        Throwable failure = failureAtTheDeadline(
                () -> alone.sql("select pg_sleep(300)").query().singleValue());

        assertThat(failure).isInstanceOf(QueryTimeoutException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
        assertThat(timeout()).as("for the next transaction").isEqualTo("2min");
        assertThat(alone.sql(TIMEOUT).query(String.class).single())
                .as("and the next statement")
                .isEqualTo("2min");
    }

    @Test
    void autocommitReadResetsItsConnectionAndNeedsNoTransaction() throws SQLException {
        JdbcClient reading = Autocommit.reading(pool);

        assertThat(reading.sql("select 1").query(Integer.class).single()).isEqualTo(1);
        try (Connection next = pool.getConnection()) {
            assertThat(next.isReadOnly()).isFalse();
            assertThat(next.getAutoCommit()).isEqualTo(pool.isAutoCommit());
        }
        assertThatExceptionOfType(IllegalTransactionStateException.class)
                .isThrownBy(() ->
                        transaction.execute(_ -> reading.sql("select 1").query().singleValue()));
    }

    @Test
    void autocommitStatementCommitsAndNeedsNoTransaction() {
        JdbcClient alone = Autocommit.over(pool);
        alone.sql("create table alone (id int)").update();
        alone.sql("insert into alone values (1)").update();

        assertThat(EmbeddedDatabase.jdbc("auth")
                        .sql("select count(*) from alone")
                        .query(Integer.class)
                        .single())
                .isEqualTo(1);
        assertThatExceptionOfType(IllegalTransactionStateException.class)
                .isThrownBy(() ->
                        transaction.execute(_ -> alone.sql("select 1").query().singleValue()));
    }

    @Test
    void taskWithoutDeadlineRunsAfterTheRequestDeadline() {
        AtomicReference<String> done = new AtomicReference<>();
        try (Scope _ = Deadlines.over().makeCurrent()) {
            Deadline.outlived(() -> done.set(timeout())).run();
        }
        assertThat(done).hasValue("2min");
    }

    private static String timeout() {
        return transaction.execute(_ -> jdbc.sql(TIMEOUT).query(String.class).single());
    }

    /**
     * The failure of a statement that lasts longer than a near deadline. If a pause of the machine ends the deadline
     * before the statement begins, a longer deadline follows.
     */
    private static @Nullable Throwable failureAtTheDeadline(ThrowingCallable statement) {
        @Nullable Throwable failure = null;
        for (int seconds : new int[] {1, 5, 25}) {
            try (Scope _ = Deadlines.in(Duration.ofSeconds(seconds)).makeCurrent()) {
                failure = catchThrowable(statement);
            }
            if (!(failure instanceof DeadlineExceeded)) {
                break;
            }
        }
        return failure;
    }
}
