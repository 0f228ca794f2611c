package dev.haru.auth.account;

import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** What signing in reads of open accounts: two columns, for which an entity's way takes twice the processor time. */
@Repository
class CredentialsStore {

    private final JdbcClient jdbc;

    CredentialsStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Transactional(readOnly = true)
    Optional<Credentials> find(String nicknameKey) {
        return credentials(
                "select id, password_hash from account where nickname_key = ? and erased_at is null", nicknameKey);
    }

    @Transactional(readOnly = true)
    Optional<Credentials> find(UUID accountId) {
        return credentials("select id, password_hash from account where id = ? and erased_at is null", accountId);
    }

    private Optional<Credentials> credentials(String query, Object key) {
        return jdbc.sql(query)
                .param(key)
                .query((row, _) -> new Credentials(row.getObject("id", UUID.class), row.getString("password_hash")))
                .optional();
    }
}
