package dev.haru.auth.password;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HashShareTests {

    private static final long HASH = Duration.ofMillis(10).toNanos();

    private final HashShare share = new HashShare();

    @Test
    void uncontendedHashesMayYield() {
        hashes(1000, HASH);

        assertThat(share.isBehind()).isFalse();
    }

    @Test
    void hashesAfterStarvedOnesMustNotYield() {
        hashes(2, 11 * HASH);

        assertThat(share.isBehind()).isTrue();
    }

    @Test
    void starvedHashesGetTheirShareOnAverage() {
        // A thread that yields gets a tenth of a contended core. A thread at normal priority gets half.
        long wall = 0;
        int hashes = 1000;
        for (int i = 0; i < hashes; i++) {
            long took = share.isBehind() ? 2 * HASH : 11 * HASH;
            share.completed(took, HASH);
            wall += took;
        }

        assertThat(wall / hashes).isLessThanOrEqualTo(HashShare.SLOWDOWN * HASH * 11 / 10);
    }

    @Test
    void stallOfMinutesIsRecoveredWithinFiftyHashes() {
        share.completed(Duration.ofMinutes(5).toNanos(), HASH);
        assertThat(share.isBehind()).isTrue();

        hashes(50, HASH);

        assertThat(share.isBehind()).isFalse();
    }

    private void hashes(int count, long wall) {
        for (int i = 0; i < count; i++) {
            share.completed(wall, HASH);
        }
    }
}
