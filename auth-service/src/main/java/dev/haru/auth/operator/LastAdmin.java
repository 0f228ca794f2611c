package dev.haru.auth.operator;

import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Refuses changes after which no administrator could act. */
@Component
public class LastAdmin {

    private static final Logger log = LoggerFactory.getLogger(LastAdmin.class);

    private final OperatorStore store;

    LastAdmin(OperatorStore store) {
        this.store = store;
    }

    /**
     * Throws the 409 problem if the account is the only administrator. Concurrent changes of administrators wait for
     * the end of the current transaction, which must have locked the row of the account before.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void refuseEndOf(UUID account) {
        if (store.isAdmin(account) && !store.hasAdminExcept(account)) {
            throw OperatorProblem.lastAdmin();
        }
    }

    /** Writes a warning if no administrator can act after the change of the current transaction. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void warnIfNone() {
        if (!store.hasAdminExcept(null)) {
            log.warn("no administrator can act any more: grant the role on the management port");
        }
    }
}
