package dev.haru.platform.database;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Decides whether a read may go to the replica, which lags behind: not for an owner who has changed something just now,
 * who would miss the own change. The query must begin its transaction itself; within one that has begun it is too late.
 * Without a replica all of this does nothing.
 */
public final class ReplicaRouting {

    private static final ScopedValue<Boolean> PRIMARY = ScopedValue.newInstance();

    private static final int SIZE = 100_000;

    private final boolean replica;
    private final Duration ownWrites;
    private final Ticker ticker;
    private final Cache<UUID, Boolean> writers;
    private volatile long everybodyUntil;

    ReplicaRouting(boolean replica, Duration ownWrites, Ticker ticker) {
        this.replica = replica;
        this.ownWrites = ownWrites;
        this.ticker = ticker;
        this.everybodyUntil = ticker.read();
        this.writers = Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .maximumSize(SIZE)
                .expireAfterWrite(ownWrites)
                .evictionListener((_, _, cause) -> {
                    if (cause == RemovalCause.SIZE) {
                        anybodyMayHaveWritten();
                    }
                })
                .build();
    }

    /** For a process with one database. */
    public static ReplicaRouting withoutReplica() {
        return new ReplicaRouting(false, Duration.ofSeconds(1), Ticker.systemTicker());
    }

    /** Reads from the primary, whoever asks. */
    public static <T> T fromPrimary(Supplier<T> query) {
        return ScopedValue.where(PRIMARY, true).call(query::get);
    }

    /** Reads from the replica, or from the primary what is of an owner who has changed something just now. */
    public <T> T of(UUID owner, Supplier<T> query) {
        return replica && hasWritten(owner) ? fromPrimary(query) : query.get();
    }

    /**
     * Reads from the replica, and from the primary what has not arrived there, or is of an owner who has changed
     * something just now, whom only the answer tells.
     */
    public <T> Optional<T> find(Supplier<Optional<T>> query, Function<T, UUID> ownerOf) {
        if (!replica || isFromPrimary()) {
            return query.get();
        }
        return query.get().filter(found -> !hasWritten(ownerOf.apply(found))).or(() -> fromPrimary(query));
    }

    /** The same for many in one query, and for those of them whom only the primary can tell in a second one. */
    public <K, T> Map<K, T> findAll(Set<K> keys, Function<Set<K>, Map<K, T>> query, Function<T, UUID> ownerOf) {
        if (!replica || isFromPrimary()) {
            return query.apply(keys);
        }
        Map<K, T> found = new HashMap<>(query.apply(keys));
        found.values().removeIf(value -> hasWritten(ownerOf.apply(value)));
        Set<K> others = new HashSet<>(keys);
        others.removeAll(found.keySet());
        if (!others.isEmpty()) {
            found.putAll(fromPrimary(() -> query.apply(others)));
        }
        return found;
    }

    /** From now on the owner's reads go to the primary for a while, which begins anew when the transaction ends. */
    public void wrote(UUID owner) {
        if (!replica) {
            return;
        }
        writers.put(owner, true);
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    writers.put(owner, true);
                }
            });
        }
    }

    /** All reads go to the primary for a while. */
    public void anybodyMayHaveWritten() {
        everybodyUntil = ticker.read() + ownWrites.toNanos();
    }

    static boolean isFromPrimary() {
        return PRIMARY.isBound();
    }

    private boolean hasWritten(UUID owner) {
        return writers.getIfPresent(owner) != null || everybodyUntil - ticker.read() > 0;
    }
}
