package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * A revocation that auth-service publishes through Redis. The other services receive it within milliseconds. Without
 * it, they would accept the token until they renew their cache entries.
 */
final class PublishedRevocation {

    /** The age from which a request renews a cache entry ({@code haru.identity.refresh-after}). */
    private static final Duration RENEWAL_AGE = Duration.ofSeconds(8);

    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Duration REFUSAL_LIMIT = Duration.ofMinutes(3);

    private PublishedRevocation() {}

    /**
     * Waits until the services refuse the token at all paths before they renew a cache entry. If a process pauses, the
     * entries may be renewed first. Then the refusal does not show that the revocation was published, and the next
     * attempt begins with a new token.
     *
     * @param revoked issues a token, uses it, revokes it, and returns its client
     */
    static void awaitRefusal(Supplier<Client> revoked, List<String> paths) {
        await("refusal before the renewal of a cache entry").atMost(LIMIT).until(() -> {
            long start = System.nanoTime();
            Client client = revoked.get();
            await().atMost(REFUSAL_LIMIT)
                    .untilAsserted(() -> assertThat(paths)
                            .allSatisfy(path ->
                                    assertThat(client.get(path).status()).isEqualTo(401)));
            return System.nanoTime() - start < RENEWAL_AGE.toNanos();
        });
    }
}
