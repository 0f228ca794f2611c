package dev.haru.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionTemplate;

/** The exceptions of the pool and of Spring's transactions after PostgreSQL has ended a connection. */
class LostConnectionTests {

    private static final String END = "select pg_terminate_backend(pg_backend_pid())";

    private final HikariDataSource pool = EmbeddedDatabase.pool();
    private final JdbcClient jdbc = JdbcClient.create(pool);
    private final TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(pool));

    @AfterEach
    void endPool() {
        pool.close();
    }

    @Test
    void connectionLostInAStatementIsDetected() {
        Throwable failure = catchThrowable(() -> jdbc.sql(END).query().singleValue());

        assertThat(LostConnection.isShownBy(failure)).isTrue();
    }

    @Test
    void connectionLostBeforeARollbackIsDetected() {
        Throwable failure = catchThrowable(
                () -> transaction.execute(_ -> jdbc.sql(END).query().singleValue()));

        assertThat(LostConnection.isShownBy(failure)).isTrue();
    }

    @Test
    void connectionLostBeforeACommitIsDetected() {
        Throwable failure = catchThrowable(() -> transaction.execute(_ -> {
            int pid = jdbc.sql("select pg_backend_pid()").query(Integer.class).single();
            end(pid);
            return pid;
        }));

        assertThat(LostConnection.isShownBy(failure)).isTrue();
    }

    @Test
    void errorOfAStatementIsNotALostConnection() {
        Throwable failure = catchThrowable(
                () -> transaction.execute(_ -> jdbc.sql("select 1 / 0").query().singleValue()));

        assertThat(failure).isNotNull();
        assertThat(LostConnection.isShownBy(failure)).isFalse();
        assertThat(LostConnection.isShownBy(
                        new TransactionSystemException("rolled back", new SQLException("x", "40001"))))
                .isFalse();
    }

    private static void end(int pid) {
        try (var connection = EmbeddedDatabase.admin();
                var statement = connection.createStatement()) {
            statement.execute("select pg_terminate_backend(" + pid + ", 5000)");
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }
}
