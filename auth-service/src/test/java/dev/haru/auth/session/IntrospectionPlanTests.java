package dev.haru.auth.session;

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

/** Introspection reads token, session and account by primary key. */
@AuthServiceTest
class IntrospectionPlanTests {

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
                    returning id),
                opened as (
                    insert into session (id, account_id, epoch, created_at, last_used_at, address)
                    select uuidv7(), id, 0, now(), now(), '192.0.2.1' from owner returning id, account_id)
                insert into access_token (hash, session_id, account_id, expires_at)
                select sha256(cast(id as text)::bytea), id, account_id, now() + interval '1 hour' from opened
                """).update();
        for (String table : List.of("account", "session", "access_token")) {
            jdbc.sql("analyze " + table).update();
        }
    }

    @AfterEach
    void rollBack() throws SQLException {
        connection.rollback();
        connection.close();
    }

    @Test
    void oneTokenIsReadByPrimaryKeysOnly() {
        assertThat(plan(AccessTokenStore.FIND, token()))
                .contains("access_token_pk", "session_pk", "account_pk")
                .doesNotContain("Seq Scan");
    }

    @Test
    void manyTokensAreReadByPrimaryKeysOnly() {
        assertThat(plan(
                        AccessTokenStore.FIND_ALL,
                        Collections.nCopies(100, token()).toArray(byte[][]::new)))
                .contains("access_token_pk", "session_pk", "account_pk")
                .doesNotContain("Seq Scan");
    }

    private static byte[] token() {
        return "no such token".getBytes(StandardCharsets.US_ASCII);
    }

    private String plan(String sql, Object tokens) {
        return String.join(
                "\n",
                jdbc.sql("explain (costs off) " + sql)
                        .params(tokens, OffsetDateTime.now(ZoneOffset.UTC))
                        .query((row, _) -> row.getString(1))
                        .list());
    }
}
