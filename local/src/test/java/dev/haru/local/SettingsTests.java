package dev.haru.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.local.process.Refusal;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTests {

    private static final Path REPOSITORY = Path.of("/repository");

    @Test
    void emptyEnvironmentGivesDefaults() {
        Settings settings = Settings.fromEnvironment(REPOSITORY, Map.of());

        assertThat(settings.demo()).isTrue();
        assertThat(settings.schedules()).isEqualTo(5);
        assertThat(settings.traced()).isFalse();
        assertThat(settings.shortLived()).isFalse();
        assertThat(settings.directory().root()).isEqualTo(Path.of("/repository/.run"));
    }

    @Test
    void variablesAreApplied() {
        Settings settings = Settings.fromEnvironment(
                REPOSITORY,
                Map.of(
                        "DEMO", "0",
                        "SCHEDULES", "1000",
                        "TRACING", "1",
                        "SHORT_LIVED", "1",
                        "HARU_RUN_DIR", "/elsewhere"));

        assertThat(settings.demo()).isFalse();
        assertThat(settings.schedules()).isEqualTo(1000);
        assertThat(settings.traced()).isTrue();
        assertThat(settings.shortLived()).isTrue();
        assertThat(settings.directory().root()).isEqualTo(Path.of("/elsewhere"));
    }

    @ParameterizedTest
    @CsvSource({"DEMO, yes", "DEMO, 2", "SCHEDULES, -1", "SCHEDULES, 10001", "TRACING, 5%"})
    void invalidOrOutOfRangeNumberIsRefused(String name, String value) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> Settings.fromEnvironment(REPOSITORY, Map.of(name, value)))
                .withMessageStartingWith(name + "=" + value);
    }
}
