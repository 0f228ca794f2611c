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
 * Decides whether a read may go to the replica. The replica lags behind the primary, so an account's reads go to the
 * primary for some time after a change of that account. The query must begin its own transaction; within an open
 * transaction the choice has no effect. Without a replica the class only runs the queries.
 *
 * <p>Longer than 120 lines because it offers each form of a query with the same rule.
 */
public final class ReplicaRouting {

    private static final ScopedValue<Boolean> PRIMARY = ScopedValue.newInstance();

    private static final int SIZE = 100_000;

    private final boolean replica;
    private final Duration ownWrites;
    private final Ticker ticker;
    private final Cache<UUID, Boolean> writers;
    private volatile long allFromPrimaryUntil;

    ReplicaRouting(boolean replica, Duration ownWrites, Ticker ticker) {
        this.replica = replica;
        this.ownWrites = ownWrites;
        this.ticker = ticker;
        this.allFromPrimaryUntil = ticker.read();
        this.writers = Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .maximumSize(SIZE)
                .expireAfterWrite(ownWrites)
                .evictionListener((_, _, cause) -> {
                    if (cause == RemovalCause.SIZE) {
                        sendAllToPrimary();
                    }
                })
                .build();
    }

    /** Routing for a process with one database. */
    public static ReplicaRouting withoutReplica() {
        return new ReplicaRouting(false, Duration.ofSeconds(1), Ticker.systemTicker());
    }

    /** Runs the query on the primary, whatever the account. */
    public static <T> T fromPrimary(Supplier<T> query) {
        return ScopedValue.where(PRIMARY, true).call(query::get);
    }

    /** Runs the query on the replica, or on the primary if the owner has changed something recently. */
    public <T> T of(UUID owner, Supplier<T> query) {
        return replica && hasWritten(owner) ? fromPrimary(query) : query.get();
    }

    /**
     * Runs the query on the replica. Repeats it on the primary if the replica has no result, or if the result belongs
     * to an owner with a recent change.
     *
     * @param ownerOf the owner, known only from the result
     */
    public <T> Optional<T> find(Supplier<Optional<T>> query, Function<T, UUID> ownerOf) {
        if (!replica || isFromPrimary()) {
            return query.get();
        }
        return query.get().filter(found -> !hasWritten(ownerOf.apply(found))).or(() -> fromPrimary(query));
    }

    /**
     * Like {@link #find} for many keys: one query on the replica, and a second one on the primary for the remaining
     * keys.
     */
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

    /**
     * Sends the owner's reads to the primary for the period {@code haru.database.own-writes}. The period starts again
     * when the current transaction ends.
     */
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

    /** Sends all reads to the primary for the period {@code haru.database.own-writes}. */
    public void sendAllToPrimary() {
        allFromPrimaryUntil = ticker.read() + ownWrites.toNanos();
    }

    static boolean isFromPrimary() {
        return PRIMARY.isBound();
    }

    private boolean hasWritten(UUID owner) {
        return writers.getIfPresent(owner) != null || allFromPrimaryUntil - ticker.read() > 0;
    }
}
