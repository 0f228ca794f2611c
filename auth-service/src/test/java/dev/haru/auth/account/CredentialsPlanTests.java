package dev.haru.auth.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** The statement of a sign-in, among many accounts of which the version before has written half. */
@AuthServiceTest
class CredentialsPlanTests {

    @Test
    void signInReadsTheIndexesOfBothKeys() throws SQLException {
        try (Connection connection =
                DriverManager.getConnection(EmbeddedDatabase.url(), "auth_service", EmbeddedDatabase.SECRET)) {
            connection.setAutoCommit(false);
            JdbcClient jdbc = JdbcClient.create(new SingleConnectionDataSource(connection, true));
            jdbc.sql("set local search_path to auth").update();
            jdbc.sql("""
                    insert into account (id, nickname, nickname_key, nickname_folded, password_hash, version, created_at)
                    select uuidv7(), 'plan' || i, 'plan' || i, case when i % 2 = 0 then 'plan' || i end, '{none}', 0, now()
                    from generate_series(1, 20000) i
                    """).update();
            jdbc.sql("analyze account").update();

            List<String> plan = jdbc.sql(
                            "explain (costs off) " + CredentialsStore.queryBy(CredentialsStore.BY_NAME))
                    .param("key", "plan1")
                    .param("previous", "plan1")
                    .param("device", null, Types.OTHER)
                    .query((row, _) -> row.getString(1))
                    .list();
            connection.rollback();

            assertThat(String.join("\n", plan))
                    .contains("account_nickname_folded_unique", "account_nickname_key_unique")
                    .doesNotContain("Seq Scan on account");
        }
    }
}
