package dev.haru.auth.account;

import dev.haru.platform.database.Autocommit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.stereotype.Repository;

/**
 * Reads the credentials of accounts that are not erased. It reads from the primary, because a lagging replica would
 * accept an old password. It reads a few columns; an entity would take twice the processor time.
 */
@Repository
class CredentialsStore {

    static final String BY_NAME = "(nickname_folded = :key or (nickname_folded is null and nickname_key = :previous))";

    private static final String QUERY = """
            select account.id, password_hash, session_epoch, second_factor, device.id is not null as device_known,
                verified_email_key is not null as email_verified
            from account left join device on device.id = :device and device.account_id = account.id
                and device.epoch >= account.device_epoch
            where %s and erased_at is null
            order by nickname_folded nulls first
            limit 1
            """;

    private final JdbcClient jdbc;

    CredentialsStore(DataSource dataSource) {
        this.jdbc = Autocommit.over(dataSource);
    }

    /**
     * Also looks up the device that the device cookie names, in the same statement. An account without a folded
     * nickname is preferred: two accounts from before may have one folded nickname, and only one of them this previous
     * key.
     */
    Optional<Credentials> find(NameKeys name, @Nullable UUID device) {
        return credentials(BY_NAME, device)
                .param("key", name.key())
                .param("previous", name.previous())
                .query(CredentialsStore::credentials)
                .optional();
    }

    Optional<Credentials> find(UUID accountId, @Nullable UUID device) {
        return credentials("account.id = :id", device)
                .param("id", accountId)
                .query(CredentialsStore::credentials)
                .optional();
    }

    /** Finds the nickname of the account that has verified this address. */
    Optional<String> nicknameOf(String emailKey) {
        return jdbc.sql("select nickname from account where verified_email_key = ? and erased_at is null")
                .param(emailKey)
                .query(String.class)
                .optional();
    }

    Optional<Identifiers> identifiers(UUID accountId) {
        return jdbc.sql("select nickname, email, verified_email from account where id = ? and erased_at is null")
                .param(accountId)
                .query((row, _) -> new Identifiers(
                        row.getString("nickname"), row.getString("email"), row.getString("verified_email")))
                .optional();
    }

    record Identifiers(
            String nickname,
            @Nullable String email,
            @Nullable String verifiedEmail) {}

    static String queryBy(String condition) {
        return QUERY.formatted(condition);
    }

    private StatementSpec credentials(String condition, @Nullable UUID device) {
        return jdbc.sql(queryBy(condition)).param("device", device, Types.OTHER);
    }

    private static Credentials credentials(ResultSet row, int number) throws SQLException {
        return new Credentials(
                row.getObject("id", UUID.class),
                row.getString("password_hash"),
                row.getLong("session_epoch"),
                row.getBoolean("device_known"),
                row.getBoolean("second_factor"),
                row.getBoolean("email_verified"));
    }
}
