package dev.haru.auth.guard;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The accounts and addresses for which a challenge was required, or that were found blocked, a moment ago. An attack is
 * thousands of attempts at the same few accounts; all but the first of each moment are refused from here, without Redis
 * and on the server's thread.
 */
@Component
final class RecentChallenges {

    private static final int KEYS = 10_000;

    private final Cache<String, Recent> byKey;
    private final Duration memory;

    RecentChallenges(LoginGuardProperties properties) {
        this.memory = properties.challengeMemory();
        this.byKey =
                Caffeine.newBuilder().maximumSize(KEYS).expireAfterWrite(memory).build();
    }

    /** Remembers a challenge, except under a key with a remembered block, which has an answer of its own. */
    void remember(Collection<String> keys, Instant now) {
        Recent challenge = new Recent(now.plus(memory), null);
        keys.forEach(key -> byKey.asMap().merge(key, challenge, (old, _) -> old.blocks(now) ? old : challenge));
    }

    void rememberBlock(String key, Instant blockedUntil, Instant now) {
        byKey.put(key, new Recent(now.plus(memory), blockedUntil));
    }

    void forget(Collection<String> keys) {
        byKey.invalidateAll(keys);
    }

    /** What is remembered of the first of these keys that something is remembered of. */
    Optional<Recent> of(Collection<String> keys, Instant now) {
        return keys.stream()
                .map(byKey::getIfPresent)
                .filter(Objects::nonNull)
                .filter(recent -> now.isBefore(recent.until()))
                .findFirst();
    }

    /**
     * A challenge or a block.
     *
     * @param until until when it is repeated from memory
     * @param blockedUntil the end of the block, null for a challenge
     */
    record Recent(Instant until, @Nullable Instant blockedUntil) {

        private boolean blocks(Instant now) {
            return blockedUntil != null && now.isBefore(until);
        }
    }
}
