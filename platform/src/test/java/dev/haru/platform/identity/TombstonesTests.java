package dev.haru.platform.identity;

import static dev.haru.platform.identity.CacheFixture.ACCOUNT;
import static dev.haru.platform.identity.CacheFixture.SESSION;
import static dev.haru.platform.identity.Tombstones.Verdict.REVOKED;
import static dev.haru.platform.identity.Tombstones.Verdict.STALE;
import static dev.haru.platform.identity.Tombstones.Verdict.VALID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.database.ReplicaRouting;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TombstonesTests {

    private final CacheFixture fixture = new CacheFixture();
    private final Tombstones tombstones = fixture.tombstones;
    private final long before = tombstones.now();

    @Test
    void endedSessionAndAccountAreRevoked() {
        tombstones.put(new Revocation.SessionEnded(SESSION));
        assertThat(verdictAsOf(tombstones.now())).isEqualTo(REVOKED);

        UUID account = UUID.randomUUID();
        tombstones.put(new Revocation.AccountEnded(account));
        assertThat(tombstones.on(account, UUID.randomUUID(), tombstones.now(), tombstones.now()))
                .isEqualTo(REVOKED);
    }

    @Test
    void endOfOtherSessionsKeepsOnlyTheKeptSession() {
        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, SESSION));
        assertThat(verdictAsOf(before)).as("kept").isEqualTo(VALID);

        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()));
        assertThat(verdictAsOf(before)).as("ended").isEqualTo(STALE);
    }

    @Test
    void sessionKeptLaterStaysEnded() {
        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()));
        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, SESSION));

        assertThat(verdictAsOf(before)).isEqualTo(STALE);
    }

    @Test
    void sessionOpenedAfterOtherSessionsEndedIsValid() {
        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()));

        assertThat(verdictAsOf(tombstones.now())).isEqualTo(VALID);
    }

    @Test
    void evictedTombstoneMakesAllEntriesStale() {
        Tombstones few = new Tombstones(fixture.clock::nanos, ReplicaRouting.withoutReplica(), 2);
        long earlier = few.now();

        for (int i = 0; i < 5; i++) {
            few.put(new Revocation.SessionEnded(UUID.randomUUID()));
        }

        assertThat(few.on(ACCOUNT, SESSION, earlier, earlier)).isEqualTo(STALE);
        assertThat(few.on(ACCOUNT, SESSION, few.now(), few.now())).isEqualTo(VALID);
    }

    private Tombstones.Verdict verdictAsOf(long time) {
        return tombstones.on(ACCOUNT, SESSION, time, CacheEntry.NO_PROFILE);
    }
}
