package dev.haru.systemtests.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChaosTests {

    private static final Instant MENDED = Instant.parse("2026-11-21T09:00:00Z");

    @Test
    void successForTheWholeIntervalIsRecovered() {
        assertThat(isCalmAfter(6, call(1, 200), call(5, 201))).isTrue();
    }

    @Test
    void successForLessThanTheIntervalIsNotRecovered() {
        assertThat(isCalmAfter(5, call(1, 200), call(4, 201))).isFalse();
    }

    @Test
    void onlyAFailureWithinTheIntervalPreventsRecovery() {
        assertThat(isCalmAfter(10, call(3, 200), call(4, 503), call(9, 200))).isFalse();
        assertThat(isCalmAfter(11, call(3, 200), call(4, 503), call(9, 200))).isTrue();
    }

    @Test
    void noCallsIsNotRecovered() {
        assertThat(isCalmAfter(30)).isFalse();
        assertThat(isCalmAfter(30, call(2, 200))).isFalse();
    }

    private static boolean isCalmAfter(int seconds, Call... calls) {
        return Chaos.isRecovered(List.of(calls), MENDED, MENDED.plusSeconds(seconds));
    }

    private static Call call(int second, int status) {
        return new Call(MENDED.plusSeconds(second), "list", status, Optional.empty(), "-");
    }
}
