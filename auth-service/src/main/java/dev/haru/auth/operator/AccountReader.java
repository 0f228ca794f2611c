package dev.haru.auth.operator;

import dev.haru.auth.account.AccountNotFound;
import dev.haru.auth.factor.FactorKind;
import dev.haru.platform.code.OpenEnum;
import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import io.swagger.v3.oas.annotations.media.Schema;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Reads an account for operators, from the primary. No result has a secret or a hash.
 *
 * <p>Longer than 120 lines because the records stand beside their statements.
 */
@Repository
class AccountReader {

    private final JdbcClient jdbc;
    private final Clock clock;

    AccountReader(DataSource dataSource, Clock clock) {
        this.jdbc = Autocommit.over(dataSource);
        this.clock = clock;
    }

    /** Returns the account. Throws the 404 problem if it does not exist or is erased. */
    AccountState find(UUID account) {
        return jdbc.sql("""
                        select account.id, nickname, verified_email, created_at, disabled_at, role,
                            password_hash is distinct from unusable_hash as has_password,
                            (select count(*) from session
                                where account_id = account.id and epoch >= session_epoch and ended_at is null) as sessions,
                            (select count(*) from personal_access_token
                                where account_id = account.id and epoch >= session_epoch and expires_at > :now) as tokens,
                            (select count(*) from recovery_code
                                where account_id = account.id and used_at is null) as recovery_codes
                        from account
                        where account.id = :account and erased_at is null
                        """)
                .param("account", account)
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .query((row, _) -> state(row))
                .optional()
                .orElseThrow(() -> AccountNotFound.withId(account));
    }

    /** Returns the second factors of an account, the oldest first. */
    List<AccountFactor> factors(UUID account) {
        return jdbc.sql("""
                        select kind, created_at, last_used_at from factor
                        where account_id = ? order by created_at, id
                        """)
                .param(account)
                .query((row, _) -> new AccountFactor(
                        row.getString("kind"), Instants.of(row, "created_at"), Instants.orNull(row, "last_used_at")))
                .list();
    }

    /** Returns the acts on an account, newest first: those before the given one, or from the newest on. */
    List<AccountAct> acts(UUID account, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                        select id, kind, operator_id, actor, value, reason, at from operator_act
                        where account_id = :account and (cast(:before as uuid) is null or id < :before)
                        order by id desc limit :limit
                        """)
                .param("account", account)
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query((row, _) -> new AccountAct(
                        row.getObject("id", UUID.class),
                        row.getString("kind"),
                        row.getObject("operator_id", UUID.class),
                        row.getString("actor"),
                        row.getString("value"),
                        row.getString("reason"),
                        Instants.of(row, "at")))
                .list();
    }

    private static AccountState state(ResultSet row) throws SQLException {
        return new AccountState(
                row.getObject("id", UUID.class),
                row.getString("nickname"),
                row.getString("verified_email"),
                Instants.of(row, "created_at"),
                Instants.orNull(row, "disabled_at"),
                row.getString("role"),
                row.getBoolean("has_password"),
                row.getInt("sessions"),
                row.getInt("tokens"),
                row.getInt("recovery_codes"));
    }

    /**
     * An account, as operators see it.
     *
     * @param email the verified e-mail address
     * @param disabledAt since when it is disabled; null if it is enabled
     * @param sessions its open sessions
     * @param personalTokens its valid personal access tokens
     * @param recoveryCodes its unused recovery codes
     */
    record AccountState(
            UUID id,
            String nickname,
            @Nullable String email,
            Instant createdAt,
            @Nullable Instant disabledAt,
            @Nullable String role,
            boolean hasPassword,
            int sessions,
            int personalTokens,
            int recoveryCodes) {}

    /** A second factor of an account. */
    record AccountFactor(
            @OpenEnum(value = FactorKind.class, except = "recovery-code") @Schema(example = "totp")
            String kind,

            Instant createdAt,
            @Nullable Instant lastUsedAt) {}
}
