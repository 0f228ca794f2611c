package dev.haru.platform.identity;

import static dev.haru.platform.identity.CacheFixture.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EntryRenewalTests {

    private final CacheFixture fixture = new CacheFixture();
    private final SharedLookups<String, String> lookups = new SharedLookups<>();
    private final Queue<Runnable> background = new ArrayDeque<>();
    private final EntryRenewal<String, String> renewal = renewal(CacheFixture.settings());
    private final LookupResult<String> renewed = new LookupResult<>(fixture.entry());
    private boolean full;

    @Test
    void youngEntryIsNotRenewed() {
        CacheEntry<String> entry = fixture.entry();
        fixture.clock.advance(Duration.ofMillis(7999));

        start(entry);

        assertThat(background).isEmpty();
        assertThat(inProgress()).isNull();
    }

    @Test
    void waitingRequestsShareTheRenewal() {
        start(fixture.entry(Duration.ofSeconds(8)));

        CompletableFuture<LookupResult<String>> inProgress = Objects.requireNonNull(inProgress());
        assertThat(inProgress).isNotDone();
        background.remove().run();

        assertThat(inProgress).isCompletedWithValue(renewed);
        assertThat(inProgress()).as("ended").isNull();
    }

    @Test
    void entryIsRenewedOnceAtATime() {
        CacheEntry<String> entry = fixture.entry(Duration.ofSeconds(8));

        start(entry);
        start(entry);

        assertThat(background).hasSize(1);
    }

    @Test
    void lookUpInProgressPreventsARenewal() {
        assertThat(lookups.begin(TOKEN, new CompletableFuture<>())).isNull();

        start(fixture.entry(Duration.ofSeconds(8)));

        assertThat(background).isEmpty();
    }

    @Test
    void failedRenewalIsRetriedAfterASecond() {
        CacheEntry<String> entry = fixture.entry(Duration.ofSeconds(8));
        renewal.startIfDue(TOKEN, entry, () -> {
            throw new IllegalStateException("unavailable");
        });
        CompletableFuture<LookupResult<String>> inProgress = Objects.requireNonNull(inProgress());
        background.remove().run();
        assertThat(inProgress).isCompletedExceptionally();

        fixture.clock.advance(Duration.ofMillis(999));
        start(entry);
        assertThat(background).isEmpty();
        fixture.clock.advance(Duration.ofMillis(1));
        start(entry);

        assertThat(background).hasSize(1);
    }

    @Test
    void renewalAboveTheLimitKeepsTheEntry() {
        full = true;

        start(fixture.entry(Duration.ofSeconds(8)));

        assertThat(background).isEmpty();
        assertThat(inProgress()).as("requests wait for nothing").isNull();
    }

    @Test
    void keyWithoutOwnerIsNeverRenewed() {
        start(null);

        assertThat(background).isEmpty();
    }

    @Test
    void zeroAgeDisablesRenewal() {
        renewal(CacheFixture.settings(0, Duration.ZERO, Duration.ofSeconds(60)))
                .startIfDue(TOKEN, fixture.entry(Duration.ofSeconds(9)), () -> renewed);

        assertThat(background).isEmpty();
    }

    private void start(@Nullable CacheEntry<String> entry) {
        renewal.startIfDue(TOKEN, entry, () -> renewed);
    }

    /** The look-up in progress; null if there is none. */
    private @Nullable CompletableFuture<LookupResult<String>> inProgress() {
        CompletableFuture<LookupResult<String>> probe = new CompletableFuture<>();
        CompletableFuture<LookupResult<String>> other = lookups.begin(TOKEN, probe);
        if (other == null) {
            lookups.end(TOKEN, probe, null);
        }
        return other;
    }

    private EntryRenewal<String, String> renewal(CacheSettings settings) {
        return new EntryRenewal<>(settings, fixture.tombstones, lookups, task -> !full && background.add(task));
    }
}
