package dev.haru.schedule.icalendar;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.encoding.Gzip;
import dev.haru.platform.token.Sha256;
import dev.haru.platform.token.TokenFormat;
import dev.haru.schedule.calendar.CalendarClosed;
import dev.haru.schedule.calendar.MemberErased;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * The secret feeds of members. A request finds the feed and the number of the last change in one statement, so a
 * revoked address ends at once on every replica. A cache has the file by that number, plain or gzipped. A request after
 * a change therefore never receives an older file. An entry that no request has read for an hour is removed, so that
 * the memory keeps no file of an erased member.
 */
@Component
class Feeds {

    /**
     * The prefix of a secret. It is not among {@link TokenFormat#PREFIXES}, because the gateway refuses those in URLs
     * and this secret belongs into one.
     */
    static final String PREFIX = "hrf_";

    /** The maximum size of all cached files in bytes. */
    private static final long CACHE_BYTES = 32 << 20;

    private static final Duration UNREAD = Duration.ofHours(1);

    private final FeedStore store;
    private final CalendarExport export;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Cache<Key, byte[]> files;

    Feeds(FeedStore store, CalendarExport export, Clock clock, MeterRegistry meters) {
        this.store = store;
        this.export = export;
        this.clock = clock;
        this.files = Caffeine.newBuilder()
                .maximumWeight(CACHE_BYTES)
                .expireAfterAccess(UNREAD)
                .weigher((Key _, byte[] file) -> file.length + 100)
                .recordStats()
                .build();
        CaffeineCacheMetrics.monitor(meters, files, "feeds", List.of());
    }

    /** Creates the feed or replaces its secret, and returns the secret. Only this call ever returns it. */
    String replace(UUID memberId) {
        String secret = TokenFormat.generate(PREFIX, random);
        if (!store.replace(memberId, Sha256.of(secret), clock.instant())) {
            throw MemberErased.already();
        }
        return secret;
    }

    Optional<CalendarFeed> of(UUID memberId) {
        return store.findOf(memberId);
    }

    void delete(UUID memberId) {
        store.delete(memberId);
    }

    /** Ends the feed of a member if it was created until this time. A repeated call ends no later feed. */
    void end(UUID memberId, Instant createdUntil) {
        store.delete(memberId, createdUntil);
    }

    /**
     * Records whether an operator has disabled the account of a member. Its feed keeps its address, which is invalid
     * until the account is enabled. An older version than the recorded one changes nothing.
     */
    void changeAccountState(UUID memberId, boolean disabled, long version) {
        store.changeAccountState(memberId, disabled, version);
    }

    /**
     * Returns the feed with this secret, unless its account is disabled. A malformed secret is refused without a
     * look-up.
     */
    Optional<CalendarFeed> bySecret(String secret) {
        return TokenFormat.isWellFormed(PREFIX, secret) ? store.findBySecret(Sha256.of(secret)) : Optional.empty();
    }

    /**
     * Returns the file of a feed. It is read from the primary after the number of the last change, so it contains at
     * least this change.
     */
    byte[] file(CalendarFeed feed, boolean gzipped) {
        return files.get(new Key(feed.memberId(), feed.changeNumber(), gzipped), this::read);
    }

    private byte[] read(Key key) {
        byte[] file = ReplicaRouting.fromPrimary(() -> export.file(key.memberId, null, null, ZoneOffset.UTC));
        return key.gzipped ? Gzip.compress(file) : file;
    }

    @EventListener
    void on(CalendarClosed closed) {
        store.delete(closed.memberId());
    }

    private record Key(UUID memberId, long changeNumber, boolean gzipped) {}
}
