package dev.haru.auth.session;

import java.time.Clock;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Ends all sessions of an account, for the erasure of the account. */
@Component
public class AllSessions {

    private final SessionStore store;
    private final Clock clock;

    AllSessions(SessionStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Ends all sessions of an account, in the current transaction. */
    public void end(UUID accountId) {
        store.endAll(accountId, clock.instant());
    }
}
