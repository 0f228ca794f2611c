package dev.haru.auth.session;

import dev.haru.platform.database.ReplicaRouting;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Lists the open sessions of an account in pages, the most recently used first. */
@Component
public class OpenSessions {

    private final SessionStore store;
    private final Clock clock;

    OpenSessions(SessionStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * Returns a page. Throws the 400 problem for an invalid cursor.
     *
     * @param cursor the cursor of the page; null for the first page
     */
    public Page page(UUID account, @Nullable String cursor, int limit) {
        SessionPosition after = cursor == null ? SessionPosition.START : SessionPosition.ofCursor(cursor);
        // The caller may have just ended a session, which a replica with a lag would still list.
        List<OpenSession> sessions =
                ReplicaRouting.fromPrimary(() -> store.list(account, after, clock.instant(), limit));
        return new Page(
                sessions,
                sessions.size() == limit
                        ? SessionPosition.of(sessions.getLast()).toCursor()
                        : null);
    }

    /**
     * A page of sessions.
     *
     * @param nextCursor the cursor of the next page, null on the last page
     */
    public record Page(List<OpenSession> sessions, @Nullable String nextCursor) {}
}
