package dev.haru.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.token.TokenFormat;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Look-ups of many tokens in one call. */
class BatchLookupTests {

    private static final IdentityProperties PROPERTIES = new IdentityProperties(
            true, Duration.ofSeconds(10), Duration.ZERO, 0, 100, Duration.ofSeconds(2), 100, Duration.ofSeconds(60));

    private final SecureRandom random = new SecureRandom();
    private final String token = newToken();
    private final String other = newToken();
    private final String unknownToken = newToken();
    private final UUID session = UUID.randomUUID();
    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    private final Instant tokensEnd = clock.instant().plusSeconds(3600);
    private final Tombstones tombstones = new Tombstones(clock::nanos, ReplicaRouting.withoutReplica());
    private final IdentityCache<String> cache = new IdentityCaches(
                    PROPERTIES, tombstones, _ -> false, clock::nanos, clock, new SimpleMeterRegistry())
            .create("identity");
    private final List<Set<String>> lookups = new ArrayList<>();

    @BeforeEach
    void subscribeToRevocations() {
        tombstones.listening(true);
        clock.advance(Duration.ofSeconds(60));
    }

    @Test
    void ownersAreLookedUpInOneCallAndCached() {
        assertThat(owners(token, other, unknownToken))
                .containsEntry(token, Optional.of("owner of " + token))
                .containsEntry(other, Optional.of("owner of " + other))
                .containsEntry(unknownToken, Optional.empty());

        assertThat(owners(token, other, unknownToken)).hasSize(3);

        assertThat(lookups).containsExactly(Set.of(token, other, unknownToken));
    }

    @Test
    void cachedTokensAreNotLookedUp() {
        owners(token);

        assertThat(owners(token, other)).hasSize(2);

        assertThat(lookups).containsExactly(Set.of(token), Set.of(other));
    }

    @Test
    void malformedTokenHasNoOwnerAndNoLookUp() {
        assertThat(owners("hru_malformed")).containsEntry("hru_malformed", Optional.empty());

        assertThat(lookups).isEmpty();
    }

    @Test
    void tokenUnderLookUpIsLeftOut() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Optional<CachedIdentity<String>>> one =
                CompletableFuture.supplyAsync(() -> cache.find(token, Freshness.CACHED, _ -> {
                    begun.countDown();
                    await().until(() -> release.getCount() == 0);
                    return Optional.of(owner(token, Duration.ZERO));
                }));
        begun.await();

        assertThat(owners(token, other)).containsOnlyKeys(other);

        release.countDown();
        assertThat(one.get()).isPresent();
        assertThat(lookups).containsExactly(Set.of(other));
    }

    @Test
    void concurrentRequestForOneTokenSharesTheLookUp() throws Exception {
        AtomicInteger alone = new AtomicInteger();
        AtomicReference<FutureTask<Optional<CachedIdentity<String>>>> one = new AtomicReference<>();

        cache.findAll(List.of(token, other), wanted -> {
            FutureTask<Optional<CachedIdentity<String>>> waiting =
                    new FutureTask<>(() -> cache.find(token, Freshness.CACHED, _ -> {
                        alone.incrementAndGet();
                        return Optional.empty();
                    }));
            Thread thread = Thread.startVirtualThread(waiting);
            await().until(() -> thread.getState() == Thread.State.WAITING);
            one.set(waiting);
            return lookUp(wanted);
        });

        assertThat(one.get().get()).map(CachedIdentity::value).contains("owner of " + token);
        assertThat(alone).hasValue(0);
    }

    @Test
    void tokenMissingInTheAnswerIsLookedUpAlone() throws Exception {
        AtomicReference<FutureTask<Optional<CachedIdentity<String>>>> one = new AtomicReference<>();

        Map<String, Optional<CachedIdentity<String>>> owners = cache.findAll(List.of(token, other), wanted -> {
            FutureTask<Optional<CachedIdentity<String>>> waiting = new FutureTask<>(() ->
                    cache.find(token, Freshness.CACHED, _ -> Optional.of(owner(token, Duration.ZERO))));
            Thread thread = Thread.startVirtualThread(waiting);
            await().until(() -> thread.getState() == Thread.State.WAITING);
            one.set(waiting);
            return Map.of(other, Optional.of(owner(other, Duration.ZERO)));
        });

        assertThat(owners).containsOnlyKeys(other);
        assertThat(one.get().get()).isPresent();
    }

    @Test
    void ownerMadeStaleDuringTheLookUpIsLeftOut() {
        Map<String, Optional<CachedIdentity<String>>> owners = cache.findAll(List.of(token), wanted -> {
            Map<String, Optional<CachedIdentity<String>>> found = lookUp(wanted);
            tombstones.invalidateAll();
            return found;
        });

        assertThat(owners).isEmpty();
        assertThat(cache.find(token, Freshness.CACHED, _ -> Optional.empty())).isEmpty();
    }

    @Test
    void sessionEndedDuringTheLookUpHasNoOwner() {
        Map<String, Optional<CachedIdentity<String>>> owners = cache.findAll(List.of(token), wanted -> {
            Map<String, Optional<CachedIdentity<String>>> found = lookUp(wanted);
            tombstones.put(new Revocation.SessionEnded(session));
            return found;
        });

        assertThat(owners).containsEntry(token, Optional.empty());
    }

    @Test
    void answerOlderThanTheTimeToLiveIsLeftOut() {
        assertThat(cache.findAll(List.of(token), _ -> Map.of(token, Optional.of(owner(token, Duration.ofSeconds(11))))))
                .isEmpty();
    }

    @Test
    void outageReturnsStaleEntriesOnly() {
        owners(token);
        clock.advance(Duration.ofSeconds(30));

        assertThat(cache.findAll(List.of(token, other), BatchLookupTests::down)).containsOnlyKeys(token);
        assertThatExceptionOfType(IdentityUnavailable.class)
                .isThrownBy(() -> cache.findAll(List.of(other), BatchLookupTests::down));

        assertThat(owners(other)).as("not cached as unknown").containsEntry(other, Optional.of("owner of " + other));
    }

    @Test
    void failureReachesWaitingRequests() throws Exception {
        AtomicReference<FutureTask<Optional<CachedIdentity<String>>>> one = new AtomicReference<>();

        assertThatExceptionOfType(IdentityUnavailable.class)
                .isThrownBy(() -> cache.findAll(List.of(token), wanted -> {
                    FutureTask<Optional<CachedIdentity<String>>> waiting = new FutureTask<>(() ->
                            cache.find(token, Freshness.CACHED, _ -> Optional.of(owner(token, Duration.ZERO))));
                    Thread thread = Thread.startVirtualThread(waiting);
                    await().until(() -> thread.getState() == Thread.State.WAITING);
                    one.set(waiting);
                    return down(wanted);
                }));

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> one.get().get())
                .withCauseInstanceOf(IdentityUnavailable.class);
    }

    private Map<String, Optional<String>> owners(String... tokens) {
        Map<String, Optional<String>> owners = new HashMap<>();
        cache.findAll(List.of(tokens), wanted -> {
                    lookups.add(wanted);
                    return lookUp(wanted);
                })
                .forEach((one, owner) -> owners.put(one, owner.map(CachedIdentity::value)));
        return owners;
    }

    private Map<String, Optional<CachedIdentity<String>>> lookUp(Set<String> tokens) {
        Map<String, Optional<CachedIdentity<String>>> found = new HashMap<>();
        tokens.forEach(one ->
                found.put(one, one.equals(unknownToken) ? Optional.empty() : Optional.of(owner(one, Duration.ZERO))));
        return found;
    }

    private CachedIdentity<String> owner(String ownersToken, Duration age) {
        return new CachedIdentity<>("owner of " + ownersToken, UUID.randomUUID(), session, tokensEnd, age);
    }

    private static Map<String, Optional<CachedIdentity<String>>> down(Set<String> tokens) {
        throw IdentityUnavailable.because(new IllegalStateException("down, asked for " + tokens.size()));
    }

    private String newToken() {
        return TokenFormat.generate(TokenFormat.ACCESS, random);
    }
}
