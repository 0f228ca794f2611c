package dev.haru.systemtests.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallTests {

    @Test
    void acknowledgedWriteHasAnId() {
        UUID id = UUID.fromString("0192d0c5-7a3e-7000-8000-000000000000");

        Call call = Call.of("1795300000123 create 201 " + id + " -").orElseThrow();

        assertThat(call.at()).isEqualTo(Instant.ofEpochMilli(1_795_300_000_123L));
        assertThat(call.written()).contains(id);
        assertThat(call.failed()).isFalse();
    }

    @Test
    void missingResponseIsAFailureWithItsErrorCode() {
        Call call = Call.of("1795300000123 list 0 - 1220").orElseThrow();

        assertThat(call.failed()).isTrue();
        assertThat(call.outcome()).isEqualTo("no answer (1220)");
    }

    @Test
    void scheduleLimitIsReportedButIsNoFailure() {
        Call call = Call.of("1795300000123 create 406 - 1406").orElseThrow();

        assertThat(call.failed()).isFalse();
        assertThat(call.reachedScheduleLimit()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1795300000123 create 20", "1795300000123 create 201 0192d0c5-7a3e-70 -", "a b c d e"})
    void truncatedLineIsIgnored(String line) {
        assertThat(Call.of(line)).isEmpty();
    }
}
