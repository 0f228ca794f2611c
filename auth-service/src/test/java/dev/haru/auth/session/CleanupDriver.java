package dev.haru.auth.session;

import java.time.Clock;
import java.time.Instant;
import org.springframework.boot.test.context.TestComponent;

/** Lets tests of other packages run the token clean-up. */
@TestComponent
public class CleanupDriver {

    private static final int BATCH = 1000;

    private final TokenCleanup cleanup;
    private final CleanupStore store;
    private final SessionProperties sessions;
    private final Clock clock;

    CleanupDriver(TokenCleanup cleanup, CleanupStore store, SessionProperties sessions, Clock clock) {
        this.cleanup = cleanup;
        this.store = store;
        this.sessions = sessions;
        this.clock = clock;
    }

    /** Runs the whole clean-up, which also creates the partitions of the token history. */
    public void run() {
        cleanup.run();
    }

    /** Archives the tokens of ended sessions, and removes these sessions. */
    public void archiveEnded() {
        Instant now = clock.instant();
        var _ = store.archiveEndedAccessTokens(now, BATCH);
        var _ = store.archiveEndedRefreshTokens(now, BATCH);
        var _ = store.removeSessions(now, now.minus(sessions.refreshToken()), BATCH);
    }
}
