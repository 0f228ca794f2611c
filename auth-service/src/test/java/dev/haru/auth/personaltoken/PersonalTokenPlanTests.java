package dev.haru.auth.personaltoken;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Introspection reads a personal access token by its hash, and the account by primary key. */
@AuthServiceTest
class PersonalTokenPlanTests {

    private Connection connection;
    private JdbcClient jdbc;

    @BeforeEach
    void manyTokens() throws SQLException {
        connection = DriverManager.getConnection(EmbeddedDatabase.url(), "auth_service", EmbeddedDatabase.SECRET);
        connection.setAutoCommit(false);
        jdbc = JdbcClient.create(new SingleConnectionDataSource(connection, true));
        jdbc.sql("set local search_path to auth").update();
        jdbc.sql("""
                with owner as (
                    insert into account (id, nickname, nickname_key, password_hash, version, created_at)
                    select uuidv7(), 'plan' || i, 'plan' || i, '{none}', 0, now() from generate_series(1, 60000) i
                    returning id)
                insert into personal_access_token
                    (id, account_id, epoch, hash, name, scopes, created_at, expires_at)
                select uuidv7(), id, 0, sha256(cast(id as text)::bytea), 'plan', 'profile:read', now(),
                    now() + interval '1 day'
                from owner
                """).update();
        for (String table : List.of("account", "personal_access_token")) {
            jdbc.sql("analyze " + table).update();
        }
    }

    @AfterEach
    void rollBack() throws SQLException {
        connection.rollback();
        connection.close();
    }

    @Test
    void oneTokenIsReadByIndexesOnly() {
        assertIndexed(PersonalTokenStore.FIND, token());
    }

    @Test
    void manyTokensAreReadByIndexesOnly() {
        assertIndexed(
                PersonalTokenStore.FIND_ALL, Collections.nCopies(100, token()).toArray(byte[][]::new));
    }

    private void assertIndexed(String sql, Object tokens) {
        List<String> plan = jdbc.sql("explain (costs off) " + sql)
                .params(tokens, OffsetDateTime.now(ZoneOffset.UTC))
                .query((row, _) -> row.getString(1))
                .list();
        assertThat(String.join("\n", plan))
                .contains("personal_access_token_hash_unique", "account_pk")
                .doesNotContain("Seq Scan");
    }

    private static byte[] token() {
        return "no such token".getBytes(StandardCharsets.US_ASCII);
    }
}
