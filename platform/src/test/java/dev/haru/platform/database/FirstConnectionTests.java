package dev.haru.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

@Timeout(120) // seconds: no test waits for the minutes that an attempt may take
class FirstConnectionTests {

    /**
     * The set-up of a connection exceeds the pool's validation timeout of 250 ms, even if the test pauses meanwhile.
     */
    private static final String SLOW_AT_FIRST =
            "select pg_sleep(case when nextval('first_connection_tests') <= 2 then 60 else 0 end)";

    private static final String UNREACHABLE = "jdbc:postgresql://127.0.0.1:1/haru";

    private final HikariDataSource pool = EmbeddedDatabase.pool();
    private final FirstConnection first = new FirstConnection(Duration.ofMinutes(5), Duration.ofMillis(1));

    @BeforeEach
    void shortenTimeouts() {
        pool.setConnectionTimeout(500);
        pool.setValidationTimeout(250);
    }

    @AfterEach
    void endPool() {
        pool.close();
    }

    @Test
    void slowSetUpIsRetried() {
        JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
        jdbc.sql("create sequence first_connection_tests").update();
        jdbc.sql("grant usage on sequence first_connection_tests to auth_service")
                .update();
        try {
            pool.setConnectionInitSql(SLOW_AT_FIRST);
            // Only the read is to time out, and not the connection attempt before it.
            pool.setConnectionTimeout(20_000);
            // Ends the sleep of an abandoned connection, which would block the removal of the sequence.
            pool.addDataSourceProperty("options", "-c client_connection_check_interval=100ms");
            assertThatThrownBy(pool::getConnection).hasStackTraceContaining("Read timed out");

            first.open(pool);

            assertThat(pool.isRunning()).isTrue();
            assertThat(jdbc.sql("select last_value from first_connection_tests")
                            .query(Long.class)
                            .single())
                    .as("the third attempt succeeds, unless a busy machine delays it, too")
                    .isGreaterThanOrEqualTo(3);
        } finally {
            jdbc.sql("drop sequence first_connection_tests").update();
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void firstFailureIsLoggedWithTheTimeLeft(CapturedOutput output) {
        HikariDataSource unreachable = new HikariDataSource() {
            private int attempts;

            // Ends the attempts with a refusal, however long the earlier ones have taken.
            @Override
            public Connection getConnection() throws SQLException {
                attempts++;
                throw attempts <= 3 ? new SQLException("unreachable", "08001") : new SQLException("refused", "28P01");
            }
        };

        assertThatIllegalStateException().isThrownBy(() -> first.open(unreachable));

        assertThat(output)
                .containsOnlyOnce("no database connection at the first attempt; attempts continue for 300 s: ")
                .doesNotContain("no database connection after");
    }

    @Test
    void refusalByPostgresqlIsNotRetried() {
        pool.setUsername("nobody_service");

        assertThatIllegalStateException()
                .isThrownBy(() -> first.open(pool))
                .withStackTraceContaining("role \"nobody_service\" does not exist");
    }

    @Test
    void unreachableDatabaseFailsAfterTheTimeout() {
        pool.setJdbcUrl(UNREACHABLE);
        FirstConnection impatient = new FirstConnection(Duration.ofMillis(50), Duration.ofMillis(20));

        assertThatIllegalStateException()
                .isThrownBy(() -> impatient.open(pool))
                .withMessage("no connection to " + UNREACHABLE)
                .withCauseInstanceOf(SQLException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "jdbc:postgresql://127.0.0.1:1/replica"})
    void primaryPoolIsOpenAtStartupWithAndWithoutReplica(String readUrl) {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(DataSourceAutoConfiguration.class, DatabaseAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + EmbeddedDatabase.url(),
                        "spring.datasource.username=auth_service",
                        "spring.datasource.password=" + EmbeddedDatabase.SECRET,
                        "haru.database.read-url=" + readUrl)
                .run(context -> {
                    HikariDataSource primary = Objects.requireNonNull(
                            DataSourceUnwrapper.unwrap(context.getBean(DataSource.class), HikariDataSource.class));
                    assertThat(primary.isRunning()).isTrue();
                    if (!readUrl.isEmpty()) {
                        ReplicaDataSource both = context.getBean(ReplicaDataSource.class);
                        assertThat(both.replica().isRunning()).isFalse();
                    }
                });
    }
}
