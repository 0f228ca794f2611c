package dev.haru.platform.identity;

import static dev.haru.platform.identity.CacheFixture.ACCOUNT;
import static dev.haru.platform.identity.CacheFixture.TOKEN;
import static dev.haru.platform.identity.Tombstones.Verdict.REVOKED;
import static dev.haru.platform.identity.Tombstones.Verdict.STALE;
import static dev.haru.platform.identity.Tombstones.Verdict.VALID;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CurrentEntriesTests {

    private final CacheFixture fixture = new CacheFixture();
    private final CurrentEntries<String, String> entries = fixture.currentEntries();

    @Test
    void entryIsKeptForItsTimeToLive() {
        CacheEntry<String> entry = fixture.entry();
        entries.put(TOKEN, entry);

        fixture.clock.advance(Duration.ofMillis(9999));
        assertThat(entries.get(TOKEN)).isSameAs(entry);
        assertThat(entries.verdict(entry)).isEqualTo(VALID);
        fixture.clock.advance(Duration.ofMillis(1));

        assertThat(entries.get(TOKEN)).isNull();
        assertThat(entries.verdict(entry)).isEqualTo(STALE);
    }

    @Test
    void entryThatArrivedOldExpiresEarlier() {
        entries.put(TOKEN, fixture.entry(Duration.ofSeconds(7)));

        fixture.clock.advance(Duration.ofMillis(2900));
        assertThat(entries.get(TOKEN)).isNotNull();
        fixture.clock.advance(Duration.ofMillis(200));

        assertThat(entries.get(TOKEN)).isNull();
    }

    @Test
    void entriesOfOneTimeExpireApartWithinTheTimeToLive() {
        CurrentEntries<String, String> jittered =
                fixture.currentEntries(CacheFixture.settings(10, Duration.ZERO, Duration.ofSeconds(60)), _ -> null);
        IntStream.range(0, 300).forEach(i -> jittered.put("hru_" + i, fixture.entry()));

        fixture.clock.advance(Duration.ofMillis(8999));
        assertThat(kept(jittered)).isEqualTo(300L);
        fixture.clock.advance(Duration.ofMillis(501));
        assertThat(kept(jittered)).isBetween(75L, 225L);
        fixture.clock.advance(Duration.ofMillis(500));
        assertThat(kept(jittered)).isZero();
    }

    @Test
    void entryOfAnExpiredTokenIsRevoked() {
        CacheEntry<String> entry =
                fixture.entry(fixture.identityUntil(fixture.clock.instant().plusSeconds(4)));

        fixture.clock.advance(Duration.ofMillis(3999));
        assertThat(entries.verdict(entry)).isEqualTo(VALID);
        fixture.clock.advance(Duration.ofMillis(1));

        assertThat(entries.verdict(entry)).isEqualTo(REVOKED);
    }

    @Test
    void profileOlderThanTheTimeToLiveIsStale() {
        CacheEntry<String> entry = fixture.entry(fixture.identityWithProfile(Duration.ofSeconds(7)));

        fixture.clock.advance(Duration.ofSeconds(3));

        assertThat(entries.verdict(entry)).isEqualTo(STALE);
    }

    @Test
    void profileChangeAffectsOnlyEntriesWithAProfile() {
        CacheEntry<String> withProfile = fixture.entry(fixture.identityWithProfile(Duration.ZERO));
        CacheEntry<String> withoutProfile = fixture.entry();

        fixture.tombstones.put(new Revocation.IdentityChanged(ACCOUNT));

        assertThat(entries.verdict(withProfile)).isEqualTo(STALE);
        assertThat(entries.verdict(withoutProfile)).isEqualTo(VALID);
    }

    @Test
    void entryThatNoRevocationReachesIsNotStored() {
        CurrentEntries<String, String> byAccount = fixture.currentEntries(CacheFixture.settings(), _ -> ACCOUNT);
        CacheEntry<String> withoutSession = fixture.entry(fixture.identityWithoutSession());

        entries.put(TOKEN, withoutSession);
        byAccount.put(TOKEN, withoutSession);

        assertThat(entries.get(TOKEN)).isNull();
        assertThat(byAccount.get(TOKEN)).as("the key names the account").isNotNull();
    }

    @Test
    void unknownKeyReplacesTheEntryForItsTimeToLive() {
        entries.put(TOKEN, fixture.entry());

        entries.putUnknown(TOKEN, fixture.tombstones.now());

        assertThat(entries.get(TOKEN)).isNull();
        assertThat(entries.isUnknown(TOKEN)).isTrue();
        assertThat(entries.contains(TOKEN)).isTrue();
        fixture.clock.advance(Duration.ofSeconds(2));
        assertThat(entries.isUnknown(TOKEN)).isFalse();
        assertThat(entries.contains(TOKEN)).isFalse();
    }

    @Test
    void changedAccountEndsAnUnknownKeyThatNamesIt() {
        CurrentEntries<String, String> byAccount = fixture.currentEntries(CacheFixture.settings(), _ -> ACCOUNT);
        byAccount.putUnknown("an account", fixture.tombstones.now());
        entries.putUnknown(TOKEN, fixture.tombstones.now());

        fixture.tombstones.put(new Revocation.IdentityChanged(ACCOUNT));

        assertThat(byAccount.isUnknown("an account")).isFalse();
        assertThat(entries.isUnknown(TOKEN)).as("a token names no account").isTrue();
    }

    @Test
    void floodOfUnknownKeysEvictsNoEntry() {
        entries.put(TOKEN, fixture.entry());

        for (int i = 0; i < 10_000; i++) {
            entries.putUnknown("hru_guess_" + i, fixture.tombstones.now());
        }

        assertThat(entries.get(TOKEN)).isNotNull();
        assertThat(fixture.meters
                        .get("cache.size")
                        .tag("cache", "identity-unknown")
                        .gauge()
                        .value())
                .isLessThanOrEqualTo(50);
    }

    @Test
    void readsCountAsHitsAndMisses() {
        entries.get(TOKEN);
        entries.put(TOKEN, fixture.entry());
        entries.get(TOKEN);
        entries.get(TOKEN);
        entries.contains(TOKEN);

        assertThat(gets("hit")).isEqualTo(2);
        assertThat(gets("miss")).isEqualTo(1);
    }

    private double gets(String result) {
        return fixture.meters
                .get("cache.gets")
                .tag("cache", "identity")
                .tag("result", result)
                .functionCounter()
                .count();
    }

    private static long kept(CurrentEntries<String, String> entries) {
        return IntStream.range(0, 300)
                .filter(i -> entries.contains("hru_" + i) && entries.get("hru_" + i) != null)
                .count();
    }
}
