package dev.haru.platform.identity;

import static dev.haru.platform.identity.CacheFixture.ACCOUNT;
import static dev.haru.platform.identity.CacheFixture.SESSION;
import static dev.haru.platform.identity.CacheFixture.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StaleEntriesTests {

    private final CacheFixture fixture = new CacheFixture();
    private final StaleEntries<String, String> entries = fixture.staleEntries();

    @BeforeEach
    void subscribe() {
        fixture.tombstones.listening(true);
    }

    @Test
    void entryIsReturnedForAMinuteAndCounted() {
        CacheEntry<String> entry = fixture.entry();
        entries.put(TOKEN, entry);

        fixture.clock.advance(Duration.ofMillis(59_999));
        assertThat(entries.afterFailure(TOKEN)).isEqualTo(new LookupResult<>(entry));
        fixture.clock.advance(Duration.ofMillis(1));

        assertThat(entries.afterFailure(TOKEN)).isNull();
        assertThat(fixture.meters
                        .get("haru.identity.stale")
                        .tag("cache", "identity")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void failureDelaysTheNextLookUpByASecond() {
        entries.put(TOKEN, fixture.entry());
        assertThat(entries.whileFailing(TOKEN)).as("before any failure").isNull();
        assertThat(entries.afterAnyFailure(TOKEN)).as("before any failure").isNull();

        entries.afterFailure(TOKEN);

        fixture.clock.advance(Duration.ofMillis(999));
        assertThat(entries.whileFailing(TOKEN)).isNotNull();
        fixture.clock.advance(Duration.ofMillis(1));
        assertThat(entries.whileFailing(TOKEN)).isNull();
        assertThat(entries.afterAnyFailure(TOKEN)).isNotNull();
    }

    @Test
    void missingSubscriptionExcludesAllEntries() {
        entries.put(TOKEN, fixture.entry());

        fixture.tombstones.listening(false);
        assertThat(entries.afterFailure(TOKEN)).isNull();

        fixture.tombstones.listening(true);
        assertThat(entries.afterFailure(TOKEN)).isNotNull();
    }

    @Test
    void revocationExcludesTheEntry() {
        entries.put(TOKEN, fixture.entry());
        fixture.tombstones.put(new Revocation.SessionEnded(SESSION));

        assertThat(entries.afterFailure(TOKEN)).isNull();
    }

    @Test
    void possiblyMissedRevocationExcludesTheEntry() {
        entries.put(TOKEN, fixture.entry());
        fixture.tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()));

        assertThat(entries.afterFailure(TOKEN)).isNull();
    }

    @Test
    void profileChangeKeepsTheEntry() {
        entries.put(TOKEN, fixture.entry(fixture.identityWithProfile(Duration.ZERO)));
        fixture.tombstones.put(new Revocation.IdentityChanged(ACCOUNT));

        assertThat(entries.afterFailure(TOKEN)).isNotNull();
    }

    @Test
    void expiredTokenHasNoEntry() {
        entries.put(
                TOKEN,
                fixture.entry(fixture.identityUntil(fixture.clock.instant().plusSeconds(15))));

        fixture.clock.advance(Duration.ofSeconds(15));

        assertThat(entries.afterFailure(TOKEN)).isNull();
    }

    @Test
    void olderEntryDoesNotReplaceANewerOne() {
        CacheEntry<String> newer = fixture.entry();
        entries.put(TOKEN, newer);

        entries.put(TOKEN, fixture.entry(Duration.ofSeconds(5)));

        assertThat(entries.afterFailure(TOKEN)).isEqualTo(new LookupResult<>(newer));
    }

    @Test
    void entryWithoutSessionIsNotStored() {
        entries.put(TOKEN, fixture.entry(fixture.identityWithoutSession()));

        assertThat(entries.afterFailure(TOKEN)).isNull();
    }

    @Test
    void removedEntryIsGone() {
        entries.put(TOKEN, fixture.entry());

        entries.remove(TOKEN);

        assertThat(entries.afterFailure(TOKEN)).isNull();
    }

    @Test
    void zeroDurationStoresNothing() {
        StaleEntries<String, String> disabled =
                fixture.staleEntries(CacheFixture.settings(0, Duration.ZERO, Duration.ZERO));
        disabled.put(TOKEN, fixture.entry());

        assertThat(disabled.afterFailure(TOKEN)).isNull();
    }
}
