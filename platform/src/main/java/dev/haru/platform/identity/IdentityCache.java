package dev.haru.platform.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.platform.identity.Tombstones.Verdict;
import dev.haru.platform.timing.RequestTiming;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Remembers whose token it is. An answer is used for as long as the token lives, nobody revoked it, and it is not older
 * than {@code haru.identity.time-to-live}, counted from when it was read in the database and not from when it came
 * here. Those who ask for the same token at once share one look-up.
 */
public final class IdentityCache<V> {

    /** The first may be overtaken by a revocation; the next ones go past all caches, so only by further ones. */
    private static final int ATTEMPTS = 3;

    private final String name;
    private final IdentityProperties properties;
    private final Tombstones tombstones;
    private final Clock clock;
    private final MeterRegistry meters;
    private final Cache<TokenHash, Entry<V>> known;
    private final Cache<TokenHash, Boolean> unknown;
    private final ConcurrentMap<TokenHash, CompletableFuture<Answer<V>>> lookups = new ConcurrentHashMap<>();

    IdentityCache(
            String name,
            IdentityProperties properties,
            Tombstones tombstones,
            Ticker ticker,
            Clock clock,
            MeterRegistry meters) {
        this.name = name;
        this.properties = properties;
        this.tombstones = tombstones;
        this.clock = clock;
        this.meters = meters;
        this.known = builder(ticker, properties.size())
                .expireAfter(Expiry.<TokenHash, Entry<V>>writing((_, entry) -> lifeOf(entry)))
                .build();
        this.unknown = builder(ticker, properties.unknownSize())
                .expireAfterWrite(properties.unknownTimeToLive())
                .build();
        CaffeineCacheMetrics.monitor(meters, known, name, List.of());
        CaffeineCacheMetrics.monitor(meters, unknown, name + "-unknown", List.of());
    }

    /**
     * The owner of a token; nobody when it is unknown, expired or revoked. What the look-up throws is thrown to all who
     * wait for it, so it must be nothing that a request writes to, and is not remembered.
     */
    public Optional<Identified<V>> find(String token, Freshness freshness, Lookup<V> lookup) {
        if (!properties.enabled()) {
            return lookup.find(freshness);
        }
        TokenHash key = TokenHash.of(token);
        Answer<V> answer;
        if (freshness == Freshness.FRESH) {
            answer = load(key, freshness, lookup);
        } else {
            @Nullable Answer<V> remembered = remembered(key);
            if (remembered != null) {
                RequestTiming.current().hit(name);
            }
            answer = remembered != null ? remembered : shared(key, lookup);
        }
        return answer.identified(tombstones.now());
    }

    /** What is remembered; null for nothing. */
    private @Nullable Answer<V> remembered(TokenHash key) {
        Entry<V> entry = known.getIfPresent(key);
        if (entry == null) {
            return unknown.getIfPresent(key) == null ? null : Answer.nobody();
        }
        return switch (verdictOn(entry)) {
            case GOOD -> new Answer<>(entry);
            case DOUBTFUL -> null;
            case DEAD -> nobody(key);
        };
    }

    private Answer<V> shared(TokenHash key, Lookup<V> lookup) {
        CompletableFuture<Answer<V>> own = new CompletableFuture<>();
        CompletableFuture<Answer<V>> other = lookups.putIfAbsent(key, own);
        if (other != null) {
            return joined(other);
        }
        try {
            // Once more: a look-up may have ended between the miss and this one's turn.
            @Nullable Answer<V> remembered = isRemembered(key) ? remembered(key) : null;
            Answer<V> answer = remembered != null ? remembered : load(key, Freshness.CACHED, lookup);
            own.complete(answer);
            return answer;
        } catch (RuntimeException | Error failure) {
            own.completeExceptionally(failure);
            throw failure;
        } finally {
            lookups.remove(key, own);
        }
    }

    private boolean isRemembered(TokenHash key) {
        return known.asMap().containsKey(key) || unknown.asMap().containsKey(key);
    }

    private Answer<V> joined(CompletableFuture<Answer<V>> lookup) {
        try {
            return lookup.join();
        } catch (CompletionException failed) {
            switch (failed.getCause()) {
                // A problem is completed with the request's trace id, so each gets its own.
                case IdentityUnsettled _ -> throw IdentityUnsettled.rightNow();
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case null, default -> throw failed;
            }
        }
    }

    private Answer<V> load(TokenHash key, Freshness first, Lookup<V> lookup) {
        Freshness freshness = first;
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            long begun = tombstones.now();
            Optional<Identified<V>> found = timed(freshness, lookup);
            if (found.isEmpty()) {
                return nobody(key);
            }
            // It was read when the look-up began or later, minus the time it had been kept on the way.
            Entry<V> entry = Entry.of(found.get(), begun);
            switch (verdictOn(entry)) {
                case GOOD -> {
                    keep(key, entry);
                    return new Answer<>(entry);
                }
                case DEAD -> {
                    return nobody(key);
                }
                case DOUBTFUL -> freshness = Freshness.FRESH;
            }
        }
        throw IdentityUnsettled.rightNow();
    }

    private Optional<Identified<V>> timed(Freshness freshness, Lookup<V> lookup) {
        long start = System.nanoTime();
        String outcome = "failed";
        try {
            Optional<Identified<V>> answer = lookup.find(freshness);
            outcome = answer.isPresent() ? "known" : "unknown";
            return answer;
        } finally {
            Timer.builder("haru.identity.load")
                    .description("Look-ups of a token's owner that no cache answered")
                    .tag("cache", name)
                    .tag("outcome", outcome)
                    .register(meters)
                    .record(Duration.ofNanos(System.nanoTime() - start));
        }
    }

    private Verdict verdictOn(Entry<V> entry) {
        if (!clock.instant().isBefore(entry.expiresAt())) {
            return Verdict.DEAD;
        }
        Verdict verdict = tombstones.on(entry.accountId(), entry.sessionId(), entry.asOf());
        boolean tooOld =
                tombstones.now() - entry.asOf() >= properties.timeToLive().toNanos();
        return verdict == Verdict.GOOD && tooOld ? Verdict.DOUBTFUL : verdict;
    }

    private void keep(TokenHash key, Entry<V> entry) {
        if (entry.sessionId() != null) {
            known.put(key, entry);
        }
    }

    private Answer<V> nobody(TokenHash key) {
        known.invalidate(key);
        unknown.put(key, true);
        return Answer.nobody();
    }

    private Duration lifeOf(Entry<V> entry) {
        long life = properties.timeToLive().toNanos();
        long jitter = life / 100 * properties.jitterPercent();
        long shortened = life - (jitter == 0 ? 0 : ThreadLocalRandom.current().nextLong(jitter));
        return Duration.ofNanos(Math.max(1, entry.asOf() + shortened - tombstones.now()));
    }

    private static Caffeine<Object, Object> builder(Ticker ticker, int size) {
        return Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .maximumSize(size)
                .recordStats();
    }

    /** How the service at hand finds the owner of a token that is not remembered. */
    @FunctionalInterface
    public interface Lookup<V> {

        /** Asks the database, or a neighbour, who must heed the freshness, too. */
        Optional<Identified<V>> find(Freshness freshness);
    }

    /** The owner of a token; null for nobody. */
    private record Answer<V>(@Nullable Entry<V> owner) {

        static <V> Answer<V> nobody() {
            return new Answer<>(null);
        }

        Optional<Identified<V>> identified(long now) {
            return owner == null ? Optional.empty() : Optional.of(owner.identified(now));
        }
    }

    /** What a look-up found, and the moment of {@link Tombstones#now()} at which it was surely true. */
    private record Entry<V>(
            V value, UUID accountId, @Nullable UUID sessionId, Instant expiresAt, long asOf) {

        static <V> Entry<V> of(Identified<V> answer, long begun) {
            return new Entry<>(
                    answer.value(),
                    answer.accountId(),
                    answer.sessionId(),
                    answer.expiresAt(),
                    begun - answer.age().toNanos());
        }

        Identified<V> identified(long now) {
            return new Identified<>(value, accountId, sessionId, expiresAt, Duration.ofNanos(Math.max(0, now - asOf)));
        }
    }
}
