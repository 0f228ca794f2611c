package dev.haru.auth.operator;

import dev.haru.auth.account.AccountNotFound;
import dev.haru.auth.email.EmailVerification;
import dev.haru.auth.event.Origin;
import dev.haru.auth.factor.FactorChanges;
import dev.haru.auth.factor.FactorProblem;
import dev.haru.auth.outbox.Outbox;
import dev.haru.auth.outbox.OutboxMessage;
import dev.haru.auth.recovery.RecoveryOffer;
import dev.haru.auth.session.AllSessions;
import dev.haru.platform.identity.Revocations;
import dev.haru.platform.log.AuditLine;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Performs the acts of operators. The transaction of an act checks the operator's role and fresh proof, and writes the
 * record. A disabled account has no session and no personal access token, and opens none. The message to
 * schedule-service ends its feed until the account is enabled.
 *
 * <p>Longer than 120 lines because it keeps the rules of all acts together.
 */
@Component
class AccountActs {

    private static final Logger log = LoggerFactory.getLogger(AccountActs.class);

    /** The origin of an act, which is no call of the account's owner. */
    private static final Origin NO_CLIENT = new Origin("", null, null);

    private final OperatorAccess access;
    private final OperatorStore store;
    private final LastAdmin lastAdmin;
    private final FactorChanges factors;
    private final RecoveryOffer recovery;
    private final EmailVerification emails;
    private final AllSessions sessions;
    private final Revocations revocations;
    private final Outbox outbox;
    private final Clock clock;

    AccountActs(
            OperatorAccess access,
            OperatorStore store,
            LastAdmin lastAdmin,
            FactorChanges factors,
            RecoveryOffer recovery,
            EmailVerification emails,
            AllSessions sessions,
            Revocations revocations,
            Outbox outbox,
            Clock clock) {
        this.access = access;
        this.store = store;
        this.lastAdmin = lastAdmin;
        this.factors = factors;
        this.recovery = recovery;
        this.emails = emails;
        this.sessions = sessions;
        this.revocations = revocations;
        this.outbox = outbox;
        this.clock = clock;
    }

    /**
     * Performs an act of an operator, and returns its record. Throws a 403 problem if the operator may not perform it,
     * the 404 problem for an unknown or erased account, and a 409 problem if the state of the account does not permit
     * it. A change of the limit of schedules is only recorded: the caller makes it afterwards.
     */
    @Transactional
    public AccountAct perform(Operator operator, UUID account, RequestedAct act) {
        Map<UUID, LockedAccount> locked = store.lock(operator.account(), account);
        LockedAccount actor = locked.get(operator.account());
        LockedAccount target = locked.get(account);
        access.requireForAct(operator, actor, requiredFor(act.kind(), target));
        if (actor == null || target == null) {
            throw AccountNotFound.withId(account);
        }
        switch (act.kind()) {
            case DISABLE -> {
                lastAdmin.refuseEndOf(account);
                store.disable(account);
                endSessions(account);
                outbox.publishToRelay(account, new OutboxMessage.StateChanged(true));
            }
            case ENABLE -> {
                store.enable(account);
                outbox.publishToRelay(account, new OutboxMessage.StateChanged(false));
            }
            case END_SESSIONS -> {
                endSessions(account);
                outbox.endFeed(account);
            }
            case REMOVE_FACTORS -> {
                lastAdmin.refuseEndOf(account);
                var _ = factors.removeAll(account, NO_CLIENT);
                endSessions(account);
            }
            case START_RECOVERY -> {
                if (!recovery.start(account)) {
                    throw OperatorProblem.noVerifiedEmail();
                }
            }
            case CHANGE_ROLE -> {
                Role role = Role.ofCode(act.value()).orElse(null);
                refuseRoleWithoutFactor(target, role);
                if (role != Role.ADMIN) {
                    lastAdmin.refuseEndOf(account);
                }
                store.changeRole(account, role);
            }
            case CHANGE_SCHEDULE_LIMIT -> {}
        }
        return record(account, operator.account(), actor.nickname(), act);
    }

    /**
     * Changes a role on the management port, also that of the last administrator. Throws the problems of
     * {@link #perform} about the account.
     *
     * @param actor the person, as the request names it
     */
    @Transactional
    public void changeRole(UUID account, @Nullable Role role, String actor, String reason) {
        LockedAccount target = store.lock(account, account).get(account);
        if (target == null) {
            throw AccountNotFound.withId(account);
        }
        refuseRoleWithoutFactor(target, role);
        store.changeRole(account, role);
        var _ = record(account, null, actor, new RequestedAct(ActKind.CHANGE_ROLE, Role.codeOf(role), reason));
        lastAdmin.warnIfNone();
    }

    private static Role requiredFor(ActKind kind, @Nullable LockedAccount target) {
        return kind == ActKind.CHANGE_ROLE || (target != null && target.isOperator()) ? Role.ADMIN : Role.SUPPORT;
    }

    private static void refuseRoleWithoutFactor(LockedAccount target, @Nullable Role role) {
        if (role != null && !target.secondFactor()) {
            throw FactorProblem.none();
        }
    }

    private void endSessions(UUID account) {
        // Not accountEnded: that message would also end the sessions that the account opens once it is enabled.
        emails.cancel(account);
        sessions.end(account);
        revocations.allSessionsEnded(account);
    }

    private AccountAct record(UUID account, @Nullable UUID operator, String actor, RequestedAct act) {
        AccountAct done = store.append(account, operator, actor, act, clock.instant());
        log.info(
                AuditLine.MARKER,
                "operator {}: {} on account {}",
                operator == null ? "on the management port" : operator,
                act.kind().code(),
                account);
        return done;
    }
}
