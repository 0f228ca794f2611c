package dev.haru.platform.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import dev.haru.platform.database.Autocommit;
import dev.haru.platform.test.EmbeddedDatabase;
import io.opentelemetry.context.Scope;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
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

    private static final String NAME = "deadline-tests";
    private static final String TIMEOUT = "select current_setting('statement_timeout')";
    private static final HikariDataSource pool = EmbeddedDatabase.pool();
    private static final JdbcClient jdbc = JdbcClient.create(pool);
    private static final TransactionTemplate transaction =
            new TransactionTemplate(new DataSourceTransactionManager(pool));

    @BeforeAll
    static void startPool() {
        pool.setAutoCommit(false);
        pool.addDataSourceProperty("ApplicationName", NAME);
        pool.addDataSourceProperty("options", "-c statement_timeout=5s");
        BoundedDataSource.under(pool);
    }

    @AfterAll
    static void endPool() {
        pool.close();
    }

    @Test
    void statementAfterTheDeadlineIsNotSent() {
        timeout();
        String before = lastSeen();
        try (Scope _ = Deadlines.over().makeCurrent()) {
            assertThatExceptionOfType(DeadlineExceeded.class)
                    .isThrownBy(() -> jdbc.sql("select 1").query().singleValue());
            assertThatExceptionOfType(DeadlineExceeded.class)
                    .isThrownBy(() -> transaction.execute(
                            _ -> jdbc.sql("select pg_advisory_lock(1)").query().singleValue()));
        }
        assertThat(lastSeen()).isEqualTo(before);
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
        assertThat(timeout()).as("rolled back, and the connection works").isEqualTo("5s");
    }

    @Test
    void nearDeadlineShortensTheStatementTimeout() {
        Throwable failure;
        long start = System.nanoTime();
        try (Scope _ = Deadlines.in(Duration.ofMillis(300)).makeCurrent()) {
            failure = catchThrowable(() -> transaction.execute(
                    _ -> jdbc.sql("select pg_sleep(30)").query().singleValue()));
        }

        assertThat(failure).isInstanceOf(QueryTimeoutException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        assertThat(timeout()).as("for the next transaction").isEqualTo("5s");
    }

    @Test
    void distantDeadlineKeepsTheStatementTimeout() {
        try (Scope _ = Deadlines.in(Duration.ofSeconds(60)).makeCurrent()) {
            assertThat(timeout()).isEqualTo("5s");
        }
    }

    @Test
    void autocommitTimeoutIsShortenedForOneStatementOnly() {
        JdbcClient alone = Autocommit.over(pool);
        Throwable failure;
        String during;
        long start = System.nanoTime();
        try (Scope _ = Deadlines.in(Duration.ofMillis(300)).makeCurrent()) {
            during = alone.sql(TIMEOUT).query(String.class).single();
            failure = catchThrowable(
                    () -> alone.sql("select pg_sleep(30)").query().singleValue());
        }

        assertThat(during).as("the setting of the session is unchanged").isEqualTo("5s");

        assertThat(failure).isInstanceOf(QueryTimeoutException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        assertThat(timeout()).as("for the next transaction").isEqualTo("5s");
        assertThat(alone.sql(TIMEOUT).query(String.class).single())
                .as("and the next statement")
                .isEqualTo("5s");
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
        assertThat(done).hasValue("5s");
    }

    private static String timeout() {
        return transaction.execute(_ -> jdbc.sql(TIMEOUT).query(String.class).single());
    }

    /** When the server last began or ended a statement of this pool, read on another connection. */
    private static String lastSeen() {
        return EmbeddedDatabase.jdbc("auth")
                .sql("select state_change || ' ' || query from pg_stat_activity where application_name = :name")
                .param("name", NAME)
                .query(String.class)
                .single();
    }
}
