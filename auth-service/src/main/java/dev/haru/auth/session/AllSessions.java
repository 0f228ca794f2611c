package dev.haru.auth.session;

import java.time.Clock;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** The door of this room for those who close an account. */
@Component
public class AllSessions {

    private final SessionStore store;
    private final Clock clock;

    AllSessions(SessionStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Ends all sessions of an account, in the transaction at hand. */
    public void end(UUID accountId) {
        store.endAll(accountId, clock.instant());
    }
}
