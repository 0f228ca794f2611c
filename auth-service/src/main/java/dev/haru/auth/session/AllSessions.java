package dev.haru.auth.session;

import java.time.Clock;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Ends the sessions of an account, for its erasure, its recovery and a change of its second factors. */
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

    /** Ends all sessions of an account except one, in the current transaction. */
    public void endOthers(UUID accountId, UUID kept) {
        store.endOthers(accountId, kept, clock.instant());
    }
}
