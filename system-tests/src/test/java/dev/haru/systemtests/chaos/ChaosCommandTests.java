package dev.haru.systemtests.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.local.process.Refusal;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChaosCommandTests {

    @ParameterizedTest
    @CsvSource({"'', PT30M", "10m, PT10M", "2h, PT2H", "1h30m, PT1H30M", "300s, PT5M"})
    void durationIsParsed(String text, Duration expected) {
        assertThat(ChaosCommand.duration(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"long", "10", "1m", "-10m"})
    void invalidOrTooShortDurationIsRefused(String text) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> ChaosCommand.duration(text))
                .withMessageContaining("DURATION=" + text);
    }
}
