package dev.haru.auth.factor;

import static dev.haru.platform.database.Instants.at;

import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The table of second factors, and the column of the account that a sign-in reads.
 *
 * <p>Longer than 120 lines because it keeps the statements of one table together.
 */
@Repository
class FactorStore {

    private final JdbcClient jdbc;
    private final JdbcClient autocommit;

    FactorStore(JdbcClient jdbc, DataSource dataSource) {
        this.jdbc = jdbc;
        this.autocommit = Autocommit.over(dataSource);
    }

    /** Lets concurrent changes of an account wait for each other. Returns false if the account is erased. */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean lock(UUID account) {
        return jdbc.sql("select 1 from account where id = ? and erased_at is null for no key update")
                .param(account)
                .query()
                .optionalValue()
                .isPresent();
    }

    /** Inserts a factor. Returns its id. */
    @Transactional(propagation = Propagation.MANDATORY)
    UUID add(UUID account, FactorKind kind, @Nullable String name, Instant now) {
        jdbc.sql("update account set second_factor = true where id = ?")
                .param(account)
                .update();
        return jdbc.sql("""
                        insert into factor (account_id, kind, name, created_at) values (:account, :kind, :name, :now)
                        returning id
                        """)
                .param("account", account)
                .param("kind", kind.code())
                .param("name", name)
                .param("now", at(now))
                .query(UUID.class)
                .single();
    }

    /** Makes the factor a new one, because its secret or key is replaced. */
    @Transactional(propagation = Propagation.MANDATORY)
    void renew(UUID factor, Instant now) {
        jdbc.sql("update factor set created_at = ?, last_used_at = null where id = ?")
                .params(at(now), factor)
                .update();
    }

    /** Deletes the factors that were added or replaced since then. Returns whether there was any. */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean removeSince(UUID account, Instant since) {
        return jdbc.sql("delete from factor where account_id = ? and created_at >= ?")
                        .params(account, at(since))
                        .update()
                > 0;
    }

    /** Deletes all factors of an account. */
    @Transactional(propagation = Propagation.MANDATORY)
    void removeAll(UUID account) {
        jdbc.sql("delete from factor where account_id = ?").param(account).update();
    }

    /** Deletes a factor with its secret or key. Returns false if the account has no such factor. */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean remove(UUID account, UUID factor) {
        return jdbc.sql("delete from factor where id = ? and account_id = ?")
                        .params(factor, account)
                        .update()
                > 0;
    }

    /** Returns whether the account has neither a password nor two passkeys. */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean hasTooFewPasskeys(UUID account) {
        return jdbc.sql("""
                        select password_hash is not distinct from unusable_hash
                            and (select count(*) from factor where account_id = account.id and kind = :passkey) < 2
                        from account where id = :account
                        """)
                .param("account", account)
                .param("passkey", FactorKind.PASSKEY.code())
                .query(Boolean.class)
                .single();
    }

    /** Returns whether the account still has a factor, and records that for sign-ins. */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean updateSecondFactor(UUID account) {
        return jdbc.sql("""
                        update account set second_factor = exists (select 1 from factor where account_id = account.id)
                        where id = ? returning second_factor
                        """).param(account).query(Boolean.class).single();
    }

    /** Returns the kinds of the account's factors, and that of recovery codes if there are unused ones. */
    @Transactional
    List<String> kinds(UUID account) {
        return jdbc.sql("""
                        select kind from factor where account_id = :account
                        union
                        select :recovery from recovery_code where account_id = :account and used_at is null
                        order by 1 desc
                        """)
                .param("account", account)
                .param("recovery", FactorKind.RECOVERY_CODE.code())
                .query((row, _) -> row.getString("kind"))
                .list();
    }

    List<Factor> list(UUID account) {
        return autocommit
                .sql("""
                        select id, kind, name, created_at, last_used_at from factor
                        where account_id = ? order by created_at, id
                        """)
                .param(account)
                .query((row, _) -> new Factor(
                        row.getObject("id", UUID.class),
                        row.getString("kind"),
                        row.getString("name"),
                        Instants.of(row, "created_at"),
                        Instants.orNull(row, "last_used_at")))
                .list();
    }

    /** A factor, as its owner sees it. */
    record Factor(
            UUID id,
            String kind,
            @Nullable String name,
            Instant createdAt,
            @Nullable Instant lastUsedAt) {}
}
