package dev.haru.auth.guard;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.springframework.stereotype.Component;

/**
 * The accounts and addresses for which a challenge was required a moment ago. An attack is thousands of attempts at the
 * same few accounts; all but the first of each moment are challenged from here, without Redis and on the server's
 * thread.
 */
@Component
final class RecentChallenges {

    private static final int KEYS = 10_000;

    private final Cache<String, Instant> until;
    private final Duration memory;

    RecentChallenges(LoginGuardProperties properties) {
        this.memory = properties.challengeMemory();
        this.until =
                Caffeine.newBuilder().maximumSize(KEYS).expireAfterWrite(memory).build();
    }

    void remember(Collection<String> keys, Instant now) {
        keys.forEach(key -> until.put(key, now.plus(memory)));
    }

    void forget(Collection<String> keys) {
        until.invalidateAll(keys);
    }

    boolean isAny(Collection<String> keys, Instant now) {
        return keys.stream().map(until::getIfPresent).anyMatch(end -> end != null && now.isBefore(end));
    }
}
