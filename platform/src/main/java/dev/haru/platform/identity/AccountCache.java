package dev.haru.platform.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Remembers what is known of an account by its id, until it is told of a change or the time to live is over. Those who
 * ask for the same account at once share one look-up.
 */
public final class AccountCache<V> {

    private final boolean enabled;
    private final LookupCache<UUID, V> answers;

    AccountCache(boolean enabled, LookupCache<UUID, V> answers) {
        this.enabled = enabled;
        this.answers = answers;
    }

    /** What is known of the account, and how old that is; nothing when there is nothing. */
    public Optional<CachedIdentity<V>> find(
            UUID accountId, Freshness freshness, Function<Freshness, Optional<V>> read) {
        Lookup<V> lookup = wanted -> read.apply(wanted).map(value -> readNow(accountId, value));
        return enabled ? answers.find(accountId, freshness, lookup) : lookup.find(freshness);
    }

    /**
     * What is known of many accounts, by one reading of all that are not remembered. An account that is not among the
     * answers is for {@link #find}: somebody else reads of it right now, or a change has overtaken the reading.
     *
     * @param read what there is of those that there are
     */
    public Map<UUID, Optional<CachedIdentity<V>>> findAll(
            Collection<UUID> accountIds, Function<Set<UUID>, Map<UUID, V>> read) {
        Function<Set<UUID>, Map<UUID, Optional<CachedIdentity<V>>>> lookup = wanted -> {
            Map<UUID, V> found = read.apply(wanted);
            Map<UUID, Optional<CachedIdentity<V>>> known = HashMap.newHashMap(wanted.size());
            wanted.forEach(id ->
                    known.put(id, Optional.ofNullable(found.get(id)).map(value -> readNow(id, value))));
            return known;
        };
        return enabled ? answers.findAll(Set.copyOf(accountIds), lookup) : lookup.apply(Set.copyOf(accountIds));
    }

    private static <V> CachedIdentity<V> readNow(UUID accountId, V value) {
        return new CachedIdentity<>(value, accountId, null, Instant.MAX, Duration.ZERO, Duration.ZERO);
    }
}
