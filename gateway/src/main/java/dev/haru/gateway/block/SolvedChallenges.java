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
 * Solved challenges in the header {@value ChallengeSolutions#HEADER}: the signature says so, without a call. Each
 * passes a block once, so that a solution that is sent again and again costs no service anything.
 */
final class SolvedChallenges {

    /** Beyond the life of any challenge. */
    private static final Duration REMEMBERED = Duration.ofMinutes(10);

    private final ChallengeSolutions solutions;
    private final Cache<String, Boolean> used;

    /** Remembers at most so many used challenges. */
    SolvedChallenges(ChallengeSolutions solutions, int size) {
        this.solutions = solutions;
        this.used = Caffeine.newBuilder()
                .maximumSize(size)
                .expireAfterWrite(REMEMBERED)
                .build();
    }

    /** The challenge that the request brings a right solution of, if it passes a block by it. */
    Optional<String> pass(ServerHttpRequest request) {
        @Nullable String solution = request.getHeaders().getFirst(ChallengeSolutions.HEADER);
        return solutions
                .verify(solution)
                .map(Solved::challenge)
                .filter(challenge -> used.asMap().putIfAbsent(challenge, true) == null);
    }

    /** The service did not look at the solution: it may pass again. */
    void giveBack(String challenge) {
        used.invalidate(challenge);
    }
}
