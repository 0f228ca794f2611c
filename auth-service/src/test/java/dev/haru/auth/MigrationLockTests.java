package dev.haru.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.OpenTransaction;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

@AuthServiceTest
class MigrationLockTests {

    private static final String HISTORY = "lock_test_history";

    @Autowired
    private Flyway flyway;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    @AfterEach
    void dropHistory() {
        jdbc.sql("drop table if exists " + HISTORY).update();
        jdbc.sql("alter table account drop column if exists lock_test").update();
    }

    @Test
    void migrationEndsWhileALongTransactionReadsItsTable() throws Exception {
        Flyway migration = Flyway.configure()
                .configuration(flyway.getConfiguration())
                .locations("classpath:db/lock-test")
                .table(HISTORY)
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .load();
        try (OpenTransaction dump = OpenTransaction.begin("auth")) {
            dump.jdbc().sql("select count(*) from account").query(Integer.class).single();

            assertThat(dump.start(migration::migrate))
                    .failsWithin(Duration.ofMinutes(1))
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining("lock timeout");
        }

        assertThat(migration.migrate().migrationsExecuted).isOne();
    }
}
