package dev.haru.auth.operator;

import dev.haru.auth.proof.FreshProofs;
import dev.haru.auth.session.Confirmation;
import dev.haru.platform.database.Autocommit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Decides whether a caller may use {@code /v1/admin}. Each call reads the role, the session and its second factor from
 * the primary by key, so no cache can hold a role that was revoked. A read needs a session that has proved a second
 * factor; an act needs a fresh proof.
 */
@Component
class OperatorAccess {

    private final JdbcClient autocommit;
    private final FreshProofs proofs;

    OperatorAccess(DataSource dataSource, FreshProofs proofs) {
        this.autocommit = Autocommit.over(dataSource);
        this.proofs = proofs;
    }

    /** Throws a 403 problem unless the caller has a role that works, and the 401 problem if the session has ended. */
    void require(Operator operator) {
        autocommit
                .sql("""
                        select role, second_factor and second_factor_at is not null as proved
                        from session join account on account.id = session.account_id
                        where session.id = :session and account.id = :account and ended_at is null
                          and epoch >= session_epoch and erased_at is null and disabled_at is null
                        """)
                .param("session", operator.session())
                .param("account", operator.account())
                .query((row, _) -> new Standing(row.getString("role"), row.getBoolean("proved")))
                .optional()
                .orElseThrow(Confirmation::accountClosed)
                .require();
    }

    /**
     * Throws a 403 problem unless the caller may perform an act that needs this role, and the 401 problem if the
     * session has ended. The role and the session remain until the transaction ends, because both rows are locked.
     *
     * @param account the caller's account, which the transaction has locked; null if it is erased
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void requireForAct(Operator operator, @Nullable LockedAccount account, Role role) {
        if (account == null || account.disabled()) {
            throw Confirmation.accountClosed();
        }
        new Standing(account.roleCode(), account.secondFactor()).require();
        Role own = account.role();
        if (own == null || !own.includes(role)) {
            throw OperatorProblem.roleRequired(role);
        }
        proofs.require(operator.account(), operator.session());
    }

    /** A role, and whether the account has a second factor that the session has proved. */
    private record Standing(@Nullable String role, boolean proved) {

        void require() {
            if (Role.ofCode(role).isEmpty()) {
                throw OperatorProblem.roleRequired(Role.SUPPORT);
            }
            if (!proved) {
                throw OperatorProblem.secondFactorRequired();
            }
        }
    }
}
