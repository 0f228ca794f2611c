package dev.haru.auth.account;

import dev.haru.platform.database.Autocommit;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * What signing in reads of open accounts, as they are now, or an old password would do: two columns, for which an
 * entity's way takes twice the processor time.
 */
@Repository
class CredentialsStore {

    private final JdbcClient jdbc;

    CredentialsStore(DataSource dataSource) {
        this.jdbc = Autocommit.over(dataSource);
    }

    Optional<Credentials> find(String nicknameKey) {
        return credentials(
                "select id, password_hash from account where nickname_key = ? and erased_at is null", nicknameKey);
    }

    Optional<Credentials> find(UUID accountId) {
        return credentials("select id, password_hash from account where id = ? and erased_at is null", accountId);
    }

    Optional<Identifiers> identifiers(UUID accountId) {
        return jdbc.sql("select nickname, email from account where id = ? and erased_at is null")
                .param(accountId)
                .query((row, _) -> new Identifiers(row.getString("nickname"), row.getString("email")))
                .optional();
    }

    record Identifiers(String nickname, @Nullable String email) {}

    private Optional<Credentials> credentials(String query, Object key) {
        return jdbc.sql(query)
                .param(key)
                .query((row, _) -> new Credentials(row.getObject("id", UUID.class), row.getString("password_hash")))
                .optional();
    }
}
