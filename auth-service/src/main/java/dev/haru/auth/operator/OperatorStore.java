package dev.haru.auth.operator;

import static dev.haru.platform.database.Instants.at;

import java.sql.Types;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Changes accounts for operators, and keeps the records of their acts.
 *
 * <p>A transaction locks rows of accounts first, in the order of their ids, and then the administrators as a whole. So
 * concurrent acts do not deadlock.
 *
 * <p>Longer than 120 lines because it keeps the statements of acts together.
 */
@Repository
class OperatorStore {

    private static final String ADMINS = """
            from account where role = :admin and second_factor and disabled_at is null and erased_at is null
            """;

    private final JdbcClient jdbc;
    private final Clock clock;

    OperatorStore(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** Locks those of the accounts that are not erased, until the transaction ends. */
    @Transactional(propagation = Propagation.MANDATORY)
    Map<UUID, LockedAccount> lock(UUID operator, UUID account) {
        Map<UUID, LockedAccount> locked = new HashMap<>();
        jdbc.sql("""
                        select id, nickname, role, second_factor, disabled_at is not null as disabled from account
                        where id in (:operator, :account) and erased_at is null
                        order by id for no key update
                        """)
                .param("operator", operator)
                .param("account", account)
                .query((row, _) -> new LockedAccount(
                        row.getObject("id", UUID.class),
                        row.getString("nickname"),
                        row.getString("role"),
                        row.getBoolean("second_factor"),
                        row.getBoolean("disabled")))
                .list()
                .forEach(found -> locked.put(found.id(), found));
        return locked;
    }

    /** Disables an account, or keeps the time at which it was disabled. */
    @Transactional(propagation = Propagation.MANDATORY)
    void disable(UUID account) {
        jdbc.sql("update account set disabled_at = coalesce(disabled_at, ?) where id = ?")
                .params(at(clock.instant()), account)
                .update();
    }

    @Transactional(propagation = Propagation.MANDATORY)
    void enable(UUID account) {
        jdbc.sql("update account set disabled_at = null where id = ?")
                .param(account)
                .update();
    }

    @Transactional(propagation = Propagation.MANDATORY)
    void changeRole(UUID account, @Nullable Role role) {
        jdbc.sql("update account set role = :role where id = :account")
                .param("role", role == null ? null : role.code(), Types.VARCHAR)
                .param("account", account)
                .update();
    }

    @Transactional(propagation = Propagation.MANDATORY)
    boolean hasRoleWithoutFactor(UUID account) {
        return jdbc.sql("select role is not null and not second_factor from account where id = ?")
                .param(account)
                .query(Boolean.class)
                .optional()
                .orElse(false);
    }

    @Transactional(propagation = Propagation.MANDATORY)
    boolean isAdmin(UUID account) {
        return jdbc.sql("select coalesce(role = ?, false) from account where id = ?")
                .params(Role.ADMIN.code(), account)
                .query(Boolean.class)
                .optional()
                .orElse(false);
    }

    /** Whether an administrator other than this account can act. Waits for concurrent changes of administrators. */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean hasAdminExcept(@Nullable UUID account) {
        jdbc.sql("select pg_advisory_xact_lock(hashtextextended('dev.haru.auth.operator', 0))")
                .query()
                .singleRow();
        return jdbc.sql("select exists (select 1 " + ADMINS + "and id is distinct from :account)")
                .param("admin", Role.ADMIN.code())
                .param("account", account, Types.OTHER)
                .query(Boolean.class)
                .single();
    }

    /**
     * Records an act.
     *
     * @param operator the operator's account; null for an act on the management port or of the service itself
     */
    @Transactional(propagation = Propagation.MANDATORY)
    AccountAct append(UUID account, @Nullable UUID operator, String actor, RequestedAct act, Instant now) {
        UUID id = jdbc.sql("""
                        insert into operator_act (id, account_id, kind, operator_id, actor, value, reason, at)
                        values (uuidv7(), :account, :kind, :operator, :actor, :value, :reason, :now)
                        returning id
                        """)
                .param("account", account)
                .param("kind", act.kind().code())
                .param("operator", operator, Types.OTHER)
                .param("actor", actor)
                .param("value", act.value(), Types.VARCHAR)
                .param("reason", act.reason())
                .param("now", at(now))
                .query(UUID.class)
                .single();
        return new AccountAct(id, act.kind().code(), operator, actor, act.value(), act.reason(), now);
    }

    /** Deletes at most {@code batch} records from before {@code since}. Returns their number. */
    @Transactional
    int removeBefore(Instant since, int batch) {
        return jdbc.sql("""
                        delete from operator_act where id in (
                            select id from operator_act where at < :since order by at
                            limit :batch for update skip locked)
                        """).param("since", at(since)).param("batch", batch).update();
    }

    /** Returns at most {@code limit} accounts with a role, the administrators first. */
    @Transactional
    List<RoleHolder> roleHolders(int limit) {
        return jdbc.sql("""
                        select id, nickname, role, second_factor and disabled_at is null as active from account
                        where role is not null and erased_at is null order by role, id limit ?
                        """)
                .param(limit)
                .query((row, _) -> new RoleHolder(
                        row.getObject("id", UUID.class),
                        row.getString("nickname"),
                        row.getString("role"),
                        row.getBoolean("active")))
                .list();
    }

    /**
     * An account with a role.
     *
     * @param active whether the role works: the account is enabled and has a second factor
     */
    record RoleHolder(UUID accountId, String nickname, String role, boolean active) {}
}
