package dev.haru.platform.identity;

import static dev.haru.platform.identity.CacheFixture.ACCOUNT;
import static dev.haru.platform.identity.CacheFixture.SESSION;
import static dev.haru.platform.identity.CacheFixture.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CachedEntriesTests {

    private final CacheFixture fixture = new CacheFixture();
    private final CurrentEntries<String, String> current = fixture.currentEntries();
    private final StaleEntries<String, String> stale = fixture.staleEntries();
    private final CachedEntries<String, String> entries = new CachedEntries<>(current, stale, fixture.tombstones);

    @BeforeEach
    void subscribe() {
        fixture.tombstones.listening(true);
    }

    @Test
    void keyWithoutEntryHasNoResult() {
        assertThat(entries.cached(TOKEN)).isNull();
        assertThat(entries.atOnce(TOKEN)).isNull();
        assertThat(entries.containsCurrent(TOKEN)).isFalse();
    }

    @Test
    void validResultIsStoredAsCurrentAndForAnOutage() {
        LookupResult<String> result = store(Optional.of(fixture.identity(Duration.ZERO)));

        assertThat(result).isNotNull().isEqualTo(entries.cached(TOKEN)).isEqualTo(entries.atOnce(TOKEN));
        assertThat(stale.afterFailure(TOKEN)).isEqualTo(result);
    }

    @Test
    void unknownResultRemovesBothEntries() {
        store(Optional.of(fixture.identity(Duration.ZERO)));

        assertThat(store(Optional.empty())).isEqualTo(LookupResult.unknown());

        assertThat(entries.cached(TOKEN)).isEqualTo(LookupResult.unknown());
        assertThat(stale.afterFailure(TOKEN)).isNull();
    }

    @Test
    void revokedEntryIsUnknownWithoutALookUp() {
        store(Optional.of(fixture.identity(Duration.ZERO)));

        fixture.tombstones.put(new Revocation.SessionEnded(SESSION));

        assertThat(entries.cached(TOKEN)).isEqualTo(LookupResult.unknown());
        assertThat(current.isUnknown(TOKEN)).isTrue();
    }

    @Test
    void resultRevokedDuringTheLookUpIsUnknown() {
        long begun = fixture.tombstones.now();
        fixture.tombstones.put(new Revocation.AccountEnded(ACCOUNT));

        assertThat(entries.store(TOKEN, Optional.of(fixture.identity(Duration.ZERO)), begun))
                .isEqualTo(LookupResult.unknown());
    }

    @Test
    void staleEntryHasNoResult() {
        store(Optional.of(fixture.identity(Duration.ZERO)));

        fixture.tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()));

        assertThat(entries.cached(TOKEN)).isNull();
        assertThat(entries.containsCurrent(TOKEN)).as("the stale entry").isTrue();
    }

    @Test
    void staleResultIsStoredOnlyForAnOutage() {
        assertThat(store(Optional.of(fixture.identity(Duration.ofSeconds(11))))).isNull();

        assertThat(entries.containsCurrent(TOKEN)).isFalse();
        assertThat(stale.afterFailure(TOKEN)).isNotNull();
    }

    @Test
    void staleEntryAnswersAtOnceAfterAFailure() {
        store(Optional.of(fixture.identity(Duration.ZERO)));
        fixture.clock.advance(Duration.ofSeconds(20));
        assertThat(entries.atOnce(TOKEN)).isNull();

        LookupResult<String> afterFailure = Objects.requireNonNull(stale.afterFailure(TOKEN));

        assertThat(entries.atOnce(TOKEN)).isEqualTo(afterFailure);
        assertThat(entries.cached(TOKEN)).isNull();
    }

    private @Nullable LookupResult<String> store(Optional<CachedIdentity<String>> found) {
        return entries.store(TOKEN, found, fixture.tombstones.now());
    }
}
