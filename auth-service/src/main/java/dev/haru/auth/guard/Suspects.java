package dev.haru.auth.guard;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.springframework.stereotype.Component;

/**
 * For what proof of work was asked for a moment ago. An attack is thousands of attempts at the same few accounts; all
 * but the first of each moment are asked again from here, without Redis and without a thread of their own.
 */
@Component
final class Suspects {

    private static final int KEYS = 10_000;

    private final Cache<String, Instant> until;
    private final Duration recall;

    Suspects(LoginGuardProperties properties) {
        this.recall = properties.recall();
        this.until =
                Caffeine.newBuilder().maximumSize(KEYS).expireAfterWrite(recall).build();
    }

    void remember(Collection<String> keys, Instant now) {
        keys.forEach(key -> until.put(key, now.plus(recall)));
    }

    void forget(Collection<String> keys) {
        until.invalidateAll(keys);
    }

    boolean isEmpty() {
        return until.estimatedSize() == 0;
    }

    boolean isAny(Collection<String> keys, Instant now) {
        return keys.stream().map(until::getIfPresent).anyMatch(end -> end != null && now.isBefore(end));
    }
}
