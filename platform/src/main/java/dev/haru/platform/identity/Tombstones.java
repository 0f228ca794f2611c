package dev.haru.platform.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.platform.database.ReplicaRouting;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What was revoked of late. A revocation is one entry here and no search through the caches: they hold every answer,
 * one that is kept as well as one that comes in just now, against the tombstones before it is used. A tombstone
 * outlives every answer from before it, so that none can come back.
 */
final class Tombstones {

    /** Longer than an answer lives, be it stale, and than any look-up takes. */
    private static final Duration LIFE = Duration.ofSeconds(90);

    private static final int SIZE = 100_000;

    private final Ticker ticker;
    private final ReplicaRouting reads;
    private final long origin;
    private final Cache<UUID, Boolean> endedSessions;
    private final Cache<UUID, Wall> accounts;
    private volatile long doubtfulUntil = Long.MIN_VALUE;
    private volatile boolean listening;

    /** Tells those reads what has changed, so that it is not looked up again where it has not arrived. */
    Tombstones(Ticker ticker, ReplicaRouting reads) {
        this(ticker, reads, SIZE);
    }

    Tombstones(Ticker ticker, ReplicaRouting reads, int size) {
        this.ticker = ticker;
        this.reads = reads;
        this.origin = ticker.read();
        this.endedSessions = shortLived(size).build();
        this.accounts = shortLived(size).build();
    }

    /** Nanoseconds since this process began to remember; unlike a clock it never goes back. */
    long now() {
        return ticker.read() - origin;
    }

    void put(Revocation revocation) {
        long now = now();
        switch (revocation) {
            case Revocation.SessionEnded(UUID session) -> endedSessions.put(session, true);
            case Revocation.OtherSessionsEnded(UUID account, UUID kept) -> {
                reads.wrote(account);
                add(account, new Wall(false, Long.MIN_VALUE, now, kept, Long.MIN_VALUE));
            }
            case Revocation.AccountEnded(UUID account) -> add(account, new Wall(true, now, now, null, now));
            case Revocation.IdentityChanged(UUID account) -> {
                reads.wrote(account);
                add(account, new Wall(false, Long.MIN_VALUE, Long.MIN_VALUE, null, now));
            }
        }
    }

    /** Something may have been missed: nothing that was known until now is taken for granted. */
    void doubtAll() {
        reads.anybodyMayHaveWritten();
        doubtfulUntil = now();
    }

    /** Whether what happens now is told to this process; false from when the connection breaks. */
    void listening(boolean now) {
        listening = now;
    }

    boolean isListening() {
        return listening;
    }

    /**
     * What to think of an answer that was true at a moment of {@link #now()}, and holds what a profile was at another.
     */
    Verdict on(UUID accountId, @Nullable UUID sessionId, long asOf, long profileAsOf) {
        if (sessionId != null && endedSessions.getIfPresent(sessionId) != null) {
            return Verdict.REVOKED;
        }
        Wall wall = accounts.getIfPresent(accountId);
        if (wall != null && wall.ended()) {
            return Verdict.REVOKED;
        }
        boolean doubtful = Math.min(asOf, profileAsOf) <= doubtfulUntil
                || (wall != null && wall.hides(sessionId, asOf, profileAsOf));
        return doubtful ? Verdict.STALE : Verdict.VALID;
    }

    private void add(UUID accountId, Wall wall) {
        accounts.asMap().merge(accountId, wall, Wall::and);
    }

    private Caffeine<Object, Object> shortLived(int size) {
        return Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .maximumSize(size)
                .expireAfterWrite(LIFE)
                .evictionListener((_, _, cause) -> {
                    if (cause == RemovalCause.SIZE) {
                        doubtAll();
                    }
                });
    }

    /** What to do with an answer. */
    enum Verdict {
        /** Use it. */
        VALID,
        /** It may be older than a change: ask again. */
        STALE,
        /** Revoked for good. */
        REVOKED
    }

    /**
     * What happened to an account.
     *
     * @param until what was known until then is doubtful
     * @param othersUntil the same for all sessions but the kept one
     * @param changed what was known of the profile until then is doubtful
     */
    private record Wall(
            boolean ended,
            long until,
            long othersUntil,
            @Nullable UUID kept,
            long changed) {

        boolean hides(@Nullable UUID sessionId, long asOf, long profileAsOf) {
            boolean isKept = kept != null && kept.equals(sessionId);
            return asOf <= until || profileAsOf <= changed || (!isKept && asOf <= othersUntil);
        }

        Wall and(Wall newer) {
            boolean sameKept = kept == null || newer.kept == null || kept.equals(newer.kept);
            return new Wall(
                    ended || newer.ended,
                    // The session that is kept now was not when others were ended before.
                    Math.max(Math.max(until, newer.until), sameKept ? Long.MIN_VALUE : othersUntil),
                    Math.max(othersUntil, newer.othersUntil),
                    newer.kept == null ? kept : newer.kept,
                    Math.max(changed, newer.changed));
        }
    }
}
