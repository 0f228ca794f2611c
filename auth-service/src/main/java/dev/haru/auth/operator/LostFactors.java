package dev.haru.auth.operator;

import dev.haru.auth.event.SecurityEvent;
import dev.haru.auth.event.SecurityEvents.Kind;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Revokes the role of an account that loses its last second factor, in the same transaction. Otherwise a thief of the
 * password could set up a factor and use the role. A session of the last administrator cannot remove the factor. The
 * link of a mail can: its owner must be able to remove the factor of a thief, who would otherwise stay administrator.
 */
@Component
class LostFactors {

    private final OperatorStore store;
    private final LastAdmin lastAdmin;

    LostFactors(OperatorStore store, LastAdmin lastAdmin) {
        this.store = store;
        this.lastAdmin = lastAdmin;
    }

    @EventListener
    void onRemovedFactor(SecurityEvent event) {
        if (event.kind() == Kind.FACTOR_REMOVED && store.hasRoleWithoutFactor(event.accountId())) {
            if (event.origin().sessionId() != null) {
                lastAdmin.refuseEndOf(event.accountId());
            }
            store.changeRole(event.accountId(), null);
            store.append(
                    event.accountId(),
                    null,
                    AccountAct.SERVICE,
                    new RequestedAct(ActKind.CHANGE_ROLE, Role.NONE, "The account has no second factor any more."),
                    event.at());
            lastAdmin.warnIfNone();
        }
    }
}
