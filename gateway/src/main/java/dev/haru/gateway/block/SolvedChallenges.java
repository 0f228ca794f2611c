package dev.haru.gateway.block;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.haru.platform.challenge.ChallengeSolutions;
import dev.haru.platform.challenge.ChallengeSolutions.Solved;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * Solved challenges in the header {@value ChallengeSolutions#HEADER}. The gateway checks the signature, without a call.
 * Each solution passes a block once, so that repeated solutions cause no calls to services.
 */
final class SolvedChallenges {

    /** Longer than the life of any challenge. */
    private static final Duration USED_LIFE = Duration.ofMinutes(10);

    private final ChallengeSolutions solutions;
    private final Cache<String, Boolean> used;

    /** @param size maximum of used challenges in memory */
    SolvedChallenges(ChallengeSolutions solutions, int size) {
        this.solutions = solutions;
        this.used = Caffeine.newBuilder()
                .maximumSize(size)
                .expireAfterWrite(USED_LIFE)
                .build();
    }

    /**
     * Uses up the solution in the request's header. Returns its challenge if the solution is correct and was not used
     * before.
     */
    Optional<String> use(ServerHttpRequest request) {
        @Nullable String solution = request.getHeaders().getFirst(ChallengeSolutions.HEADER);
        return solutions
                .verify(solution)
                .map(Solved::challenge)
                .filter(challenge -> used.asMap().putIfAbsent(challenge, true) == null);
    }

    /** Makes the solution of this challenge usable again, because the service did not look at it. */
    void release(String challenge) {
        used.invalidate(challenge);
    }
}
