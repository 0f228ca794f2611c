package dev.haru.auth.factor;

import static dev.haru.platform.database.Instants.at;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import dev.haru.platform.token.Sha256;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The table of transactions, which has the SHA-256 of each token. The statements before the check of the code are
 * transactions of their own, as those of a sign-in are.
 *
 * <p>Longer than 120 lines because it keeps the statements of one table together.
 */
@Repository
class TransactionStore {

    /** Maximum of transactions of an account. A new one removes the oldest beyond it. */
    private static final int MAX = 20;

    private final JdbcClient jdbc;
    private final JdbcClient autocommit;
    private final FactorProperties properties;

    TransactionStore(JdbcClient jdbc, DataSource dataSource, FactorProperties properties) {
        this.jdbc = jdbc;
        this.autocommit = Autocommit.over(dataSource);
        this.properties = properties;
    }

    /**
     * Inserts a transaction. Returns the kinds of factors that complete it; empty if the account is erased, has another
     * password hash or has no second factor.
     */
    Optional<List<String>> begin(String token, Credentials verified, Instant expiresAt) {
        return autocommit
                .sql("""
                        with started as (
                            insert into sign_in_transaction (token_hash, account_id, epoch, expires_at)
                            select :token, id, session_epoch, :expires from account
                            where id = :account and password_hash = :hash and second_factor and erased_at is null
                            returning account_id),
                        surplus as (
                            delete from sign_in_transaction where token_hash in (
                                select token_hash from sign_in_transaction where account_id = :account
                                order by expires_at desc offset :others))
                        select array(
                            select kind from factor where account_id = :account
                            union
                            select cast(:recovery as text) from recovery_code
                            where account_id = :account and used_at is null
                            order by 1 desc) as kinds
                        from started
                        """)
                .param("token", Sha256.of(token))
                .param("account", verified.accountId())
                .param("hash", verified.passwordHash())
                .param("expires", at(expiresAt))
                .param("others", MAX - 1)
                .param("recovery", FactorKind.RECOVERY_CODE.code())
                .query((row, _) -> texts(row.getArray("kinds")))
                .optional();
    }

    Optional<PendingSignIn> find(String token, @Nullable UUID device, Instant now) {
        return autocommit
                .sql("""
                        select account.id, nickname, password_hash, session_epoch,
                            device.id is not null as device_known, verified_email_key is not null as email_verified,
                            failure.since
                        from sign_in_transaction pending
                            join account on account.id = pending.account_id and session_epoch = pending.epoch
                            left join device on device.id = :device and device.account_id = account.id
                                and device.epoch >= account.device_epoch
                            left join code_failure failure on failure.account_id = account.id
                                and failure.source = coalesce(device.id, :unknown)
                                and failures >= :maxFailures and since > :oldest and %s
                        where token_hash = :token and expires_at > :now and tries < :tries
                            and erased_at is null and second_factor
                        """.formatted(CodeFailures.COUNTS))
                .param("device", device, Types.OTHER)
                .param("token", Sha256.of(token))
                .param("now", at(now))
                .param("tries", properties.tries())
                .param("unknown", CodeFailures.UNKNOWN_DEVICES)
                .param("maxFailures", properties.maxFailures())
                .param("oldest", at(now.minus(properties.window())))
                .query((row, _) -> new PendingSignIn(
                        token, Accounts.keyOf(row.getString("nickname")), credentials(row), refusedUntil(row)))
                .optional();
    }

    private static Credentials credentials(ResultSet row) throws SQLException {
        return new Credentials(
                row.getObject("id", UUID.class),
                row.getString("password_hash"),
                row.getLong("session_epoch"),
                row.getBoolean("device_known"),
                true,
                row.getBoolean("email_verified"));
    }

    private @Nullable Instant refusedUntil(ResultSet row) throws SQLException {
        Instant since = Instants.orNull(row, "since");
        return since == null ? null : since.plus(properties.window());
    }

    /**
     * Counts a try in the current transaction, before its code is checked. Returns false if the transaction of the
     * sign-in is not valid: after too many tries, and after the end of all sessions. Concurrent guesses wait for each
     * other here, so they have no more tries than guesses in sequence. The account is locked first, as by each change
     * of its factors.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean takeTry(PendingSignIn pending, Instant now) {
        return jdbc.sql("""
                        with owner as (
                            select id from account where id = :account and session_epoch = :epoch for share)
                        update sign_in_transaction set tries = tries + 1 from owner
                        where token_hash = :token and account_id = owner.id and expires_at > :now and tries < :tries
                        """)
                        .param("account", pending.credentials().accountId())
                        .param("epoch", pending.credentials().epoch())
                        .param("token", Sha256.of(pending.token()))
                        .param("now", at(now))
                        .param("tries", properties.tries())
                        .update()
                > 0;
    }

    /** Deletes a transaction, so that it is used once. */
    @Transactional(propagation = Propagation.MANDATORY)
    void end(String token) {
        jdbc.sql("delete from sign_in_transaction where token_hash = ?")
                .param(Sha256.of(token))
                .update();
    }

    /** Deletes at most {@code batch} expired transactions. */
    int removeExpired(Instant now, int batch) {
        return autocommit.sql("""
                        delete from sign_in_transaction where token_hash in (
                            select token_hash from sign_in_transaction where expires_at <= :now
                            limit :batch for update skip locked)
                        """).param("now", at(now)).param("batch", batch).update();
    }

    private static List<String> texts(Array array) throws SQLException {
        return List.of((String[]) array.getArray());
    }
}
