package dev.haru.platform.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Remembers what is known of an account by its id, until it is told of a change or the time to live is over. Those who
 * ask for the same account at once share one look-up.
 */
public final class AccountCache<V> {

    private final boolean enabled;
    private final Answers<UUID, V> answers;

    AccountCache(boolean enabled, Answers<UUID, V> answers) {
        this.enabled = enabled;
        this.answers = answers;
    }

    /** What is known of the account, and how old that is; nothing when there is nothing. */
    public Optional<Identified<V>> find(UUID accountId, Freshness freshness, Function<Freshness, Optional<V>> read) {
        Lookup<V> lookup = wanted -> read.apply(wanted)
                .map(value -> new Identified<>(value, accountId, null, Instant.MAX, Duration.ZERO, Duration.ZERO));
        return enabled ? answers.find(accountId, freshness, lookup) : lookup.find(freshness);
    }
}
