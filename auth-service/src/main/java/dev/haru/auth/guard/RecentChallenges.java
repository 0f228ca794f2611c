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
 * Remembers for a moment which accounts and addresses needed a challenge or were blocked. An attack makes thousands of
 * attempts at a few accounts. With this cache, the request thread refuses all but the first attempt of each moment,
 * without a call to Redis.
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

    /** Remembers a required challenge. A remembered block stays, because its response differs. */
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

    /** The remembered challenge or block of the first of these keys that has one. */
    Optional<Recent> of(Collection<String> keys, Instant now) {
        return keys.stream()
                .map(byKey::getIfPresent)
                .filter(Objects::nonNull)
                .filter(recent -> now.isBefore(recent.until()))
                .findFirst();
    }

    /**
     * A required challenge or a block.
     *
     * @param until when this entry expires
     * @param blockedUntil the end of the block, null for a challenge
     */
    record Recent(Instant until, @Nullable Instant blockedUntil) {

        private boolean blocks(Instant now) {
            return blockedUntil != null && now.isBefore(until);
        }
    }
}
