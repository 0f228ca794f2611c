package dev.haru.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccountCacheTests {

    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Tombstones tombstones = new Tombstones(clock::nanos, ReplicaRouting.withoutReplica());
    private final AccountCache<String> cache = cache(true);
    private final UUID account = UUID.randomUUID();
    private final List<Freshness> reads = new CopyOnWriteArrayList<>();
    private volatile @Nullable String inDatabase = "old";

    @Test
    void entryIsUsedUntilItsTimeToLiveEnds() {
        assertThat(find()).contains("old");
        inDatabase = "new";
        clock.advance(Duration.ofMillis(8900));
        assertThat(find()).contains("old");

        clock.advance(Duration.ofMillis(1100));

        assertThat(find()).contains("new");
    }

    @Test
    void changedAccountIsReadAgain() {
        find();
        inDatabase = "new";

        tombstones.put(new Revocation.IdentityChanged(account));

        assertThat(find()).contains("new");
        assertThat(find()).contains("new");
        assertThat(reads).containsExactly(Freshness.CACHED, Freshness.CACHED);
    }

    @Test
    void changeOfAnotherAccountKeepsTheEntry() {
        find();

        tombstones.put(new Revocation.IdentityChanged(UUID.randomUUID()));
        find();

        assertThat(reads).hasSize(1);
    }

    @Test
    void lookUpMadeStaleByAChangeIsRepeatedOnThePrimary() {
        Optional<String> found = value(cache.find(account, Freshness.CACHED, freshness -> {
            Optional<String> read = read(freshness);
            if (freshness == Freshness.CACHED) {
                inDatabase = "new";
                tombstones.put(new Revocation.IdentityChanged(account));
            }
            return read;
        }));

        assertThat(found).contains("new");
        assertThat(reads).containsExactly(Freshness.CACHED, Freshness.FRESH);
        assertThat(find()).contains("new");
    }

    @Test
    void unknownAccountIsCachedUntilItsCreation() {
        inDatabase = null;
        assertThat(find()).isEmpty();
        assertThat(find()).isEmpty();
        assertThat(reads).hasSize(1);

        inDatabase = "made";
        tombstones.put(new Revocation.IdentityChanged(account));
        assertThat(find()).contains("made");
    }

    @Test
    void accountCreatedDuringALookUpIsFoundNextTime() {
        assertThat(cache.find(account, Freshness.CACHED, _ -> {
                    tombstones.put(new Revocation.IdentityChanged(account));
                    return Optional.empty();
                }))
                .isEmpty();

        assertThat(find()).contains("old");
    }

    @Test
    void unknownIdsEvictNoEntry() {
        find();

        for (int i = 0; i < 5000; i++) {
            cache.find(UUID.randomUUID(), Freshness.CACHED, _ -> Optional.empty());
        }

        find();
        assertThat(reads).hasSize(1);
    }

    @Test
    void endedAccountIsEmpty() {
        find();

        tombstones.put(new Revocation.AccountEnded(account));

        assertThat(find()).isEmpty();
    }

    @Test
    void concurrentRequestsShareOneRead() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Optional<String>>> all = IntStream.range(0, 200)
                    .mapToObj(_ -> CompletableFuture.supplyAsync(
                            () -> value(cache.find(account, Freshness.CACHED, freshness -> {
                                await().until(() -> release.getCount() == 0);
                                return read(freshness);
                            })),
                            callers))
                    .toList();
            release.countDown();
            for (CompletableFuture<Optional<String>> one : all) {
                assertThat(one.get()).contains("old");
            }
        }
        assertThat(reads).hasSize(1);
    }

    @Test
    void hitsMissesLoadsAndEvictionsAreMeasured() {
        find();
        find();
        for (int i = 0; i < 200; i++) {
            cache.find(UUID.randomUUID(), Freshness.CACHED, _ -> Optional.of("a member"));
        }

        assertThat(gets("hit")).isEqualTo(1);
        assertThat(gets("miss")).isEqualTo(201);
        assertThat(meters.get("haru.identity.load")
                        .tag("cache", "profile")
                        .timer()
                        .count())
                .isEqualTo(201);
        assertThat(meters.get("cache.evictions")
                        .tag("cache", "profile")
                        .functionCounter()
                        .count())
                .isEqualTo(101);
    }

    @Test
    void disabledCacheReadsEachTime() {
        AccountCache<String> off = cache(false);

        off.find(account, Freshness.CACHED, this::read);
        off.find(account, Freshness.CACHED, this::read);

        assertThat(reads).hasSize(2);
    }

    private double gets(String result) {
        return meters.get("cache.gets")
                .tag("cache", "profile")
                .tag("result", result)
                .functionCounter()
                .count();
    }

    private Optional<String> find() {
        return value(cache.find(account, Freshness.CACHED, this::read));
    }

    private Optional<String> read(Freshness freshness) {
        reads.add(freshness);
        return Optional.ofNullable(inDatabase);
    }

    private static Optional<String> value(Optional<CachedIdentity<String>> answer) {
        return answer.map(CachedIdentity::value);
    }

    private AccountCache<String> cache(boolean enabled) {
        IdentityProperties ofTokens = new IdentityProperties(
                true, Duration.ofSeconds(10), Duration.ZERO, 0, 100, Duration.ofSeconds(2), 50, Duration.ofSeconds(60));
        CacheSettings settings = new CacheSettings(
                enabled, Duration.ofSeconds(10), Duration.ZERO, 10, 100, Duration.ofSeconds(1), 50, Duration.ZERO);
        return new IdentityCaches(ofTokens, tombstones, _ -> false, clock::nanos, clock, meters)
                .createByAccount("profile", settings);
    }
}
