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
 * The recent revocations. A revocation adds one entry here; nothing searches the caches. Instead, a cache checks every
 * entry against the tombstones before each use, also an entry that has just arrived. A tombstone outlives every entry
 * that is older than it, so no revoked entry returns.
 *
 * <p>Longer than 120 lines because a revocation of a token, a session and an account share one order of time.
 */
final class Tombstones {

    /** Longer than the maximum age of an entry, stale use included, and than any look-up. */
    private static final Duration LIFE = Duration.ofSeconds(90);

    private static final int SIZE = 100_000;

    private final Ticker ticker;
    private final ReplicaRouting routing;
    private final long origin;
    private final Cache<UUID, Boolean> endedSessions;
    private final Cache<UUID, AccountInvalidation> accounts;
    private volatile long staleUntil = Long.MIN_VALUE;
    private volatile boolean listening;

    /**
     * Reports changed accounts to the routing, so that a look-up does not read them from a replica without the change.
     */
    Tombstones(Ticker ticker, ReplicaRouting routing) {
        this(ticker, routing, SIZE);
    }

    Tombstones(Ticker ticker, ReplicaRouting routing, int size) {
        this.ticker = ticker;
        this.routing = routing;
        this.origin = ticker.read();
        this.endedSessions = shortLived(size).build();
        this.accounts = shortLived(size).build();
    }

    /** Nanoseconds since this object was created, on a monotonic clock. */
    long now() {
        return ticker.read() - origin;
    }

    void put(Revocation revocation) {
        long now = now();
        switch (revocation) {
            case Revocation.SessionEnded(UUID session) -> endedSessions.put(session, true);
            case Revocation.OtherSessionsEnded(UUID account, UUID kept) -> {
                routing.wrote(account);
                add(account, new AccountInvalidation(false, Long.MIN_VALUE, now, kept, Long.MIN_VALUE));
            }
            case Revocation.AccountEnded(UUID account) ->
                add(account, new AccountInvalidation(true, now, now, null, now));
            case Revocation.IdentityChanged(UUID account) -> {
                routing.wrote(account);
                add(account, new AccountInvalidation(false, Long.MIN_VALUE, Long.MIN_VALUE, null, now));
            }
        }
    }

    /** Makes all existing entries stale, because revocations may have been missed. */
    void invalidateAll() {
        routing.sendAllToPrimary();
        staleUntil = now();
    }

    /** Sets whether this process receives revocations; false as soon as the connection breaks. */
    void listening(boolean now) {
        listening = now;
    }

    boolean isListening() {
        return listening;
    }

    /** Assesses an entry that was true at one time of {@link #now()} and whose profile data was true at another. */
    Verdict on(UUID accountId, @Nullable UUID sessionId, long asOf, long profileAsOf) {
        if (sessionId != null && endedSessions.getIfPresent(sessionId) != null) {
            return Verdict.REVOKED;
        }
        AccountInvalidation invalidation = accounts.getIfPresent(accountId);
        if (invalidation != null && invalidation.ended()) {
            return Verdict.REVOKED;
        }
        boolean stale = Math.min(asOf, profileAsOf) <= staleUntil
                || (invalidation != null && invalidation.invalidates(sessionId, asOf, profileAsOf));
        return stale ? Verdict.STALE : Verdict.VALID;
    }

    private void add(UUID accountId, AccountInvalidation invalidation) {
        accounts.asMap().merge(accountId, invalidation, AccountInvalidation::merge);
    }

    private Caffeine<Object, Object> shortLived(int size) {
        return Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .maximumSize(size)
                .expireAfterWrite(LIFE)
                .evictionListener((_, _, cause) -> {
                    if (cause == RemovalCause.SIZE) {
                        invalidateAll();
                    }
                });
    }

    /** How a cache may use an entry. */
    enum Verdict {
        /** The cache may return it. */
        VALID,
        /** It may be older than a change, so a look-up is required. */
        STALE,
        /** It is revoked for good. */
        REVOKED
    }

    /**
     * The changes of an account.
     *
     * @param until entries up to this time are stale
     * @param othersUntil entries up to this time are stale, except those of the kept session
     * @param changed entries with profile data up to this time are stale
     */
    private record AccountInvalidation(
            boolean ended,
            long until,
            long othersUntil,
            @Nullable UUID kept,
            long changed) {

        boolean invalidates(@Nullable UUID sessionId, long asOf, long profileAsOf) {
            boolean isKept = kept != null && kept.equals(sessionId);
            return asOf <= until || profileAsOf <= changed || (!isKept && asOf <= othersUntil);
        }

        AccountInvalidation merge(AccountInvalidation newer) {
            boolean sameKept = kept == null || newer.kept == null || kept.equals(newer.kept);
            return new AccountInvalidation(
                    ended || newer.ended,
                    // The earlier change exempted another session, so it also applies to the session that is kept now.
                    Math.max(Math.max(until, newer.until), sameKept ? Long.MIN_VALUE : othersUntil),
                    Math.max(othersUntil, newer.othersUntil),
                    newer.kept == null ? kept : newer.kept,
                    Math.max(changed, newer.changed));
        }
    }
}
