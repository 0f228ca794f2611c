package dev.haru.platform.zone;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.zone.ZoneRulesProvider;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.info.Info;

class TimeZoneRulesTests {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-09-01T12:00:00Z"), ZoneOffset.UTC);

    @ParameterizedTest
    @CsvSource({
        "2026a, 2026-03-02",
        "2026c, 2026-07-08",
        "2026z, 2026-07-08",
        "2031b, 2031-01-01",
        "2019c, 2019-01-01",
        "other, 1970-01-01",
        "'',    1970-01-01"
    })
    void versionIsAtMostAsOldAsThePreviousOne(String version, LocalDate earliest) {
        assertThat(TimeZoneReleases.earliest(version)).isEqualTo(earliest);
    }

    @Test
    void infoHasTheVersionAndItsRelease() {
        assertThat(info("2026c")).isEqualTo(Map.of("version", "2026c", "released", "2026-07-08", "ageDays", 55L));
        assertThat(info("2026d")).isEqualTo(Map.of("version", "2026d", "releasedSince", "2026-07-08", "ageDays", 55L));
    }

    @Test
    void metricsHaveTheVersionAndTheAge() {
        MeterRegistry registry = new SimpleMeterRegistry();
        new TimeZoneRules("2026c", CLOCK).bindTo(registry);

        assertThat(registry.get("haru.tz.rules").tag("version", "2026c").gauge().value())
                .isEqualTo(1);
        assertThat(registry.get("haru.tz.rules.age").gauge().value()).isEqualTo(55);
    }

    @Test
    void rulesOfMoreThanHalfAYearAreOld() {
        assertThat(new TimeZoneRules("2026a", CLOCK).isOld()).isFalse();
        assertThat(new TimeZoneRules("2025c", CLOCK).isOld()).isTrue();
    }

    @Test
    void versionOfTheJvmIsThatOfItsRules() {
        Info.Builder info = new Info.Builder();
        TimeZoneRules.ofJvm(CLOCK).contribute(info);

        assertThat(info.build().get("timeZoneRules", Map.class))
                .containsEntry("version", ZoneRulesProvider.getVersions("UTC").lastKey());
    }

    private static Map<?, ?> info(String version) {
        Info.Builder info = new Info.Builder();
        new TimeZoneRules(version, CLOCK).contribute(info);
        return Objects.requireNonNull(info.build().get("timeZoneRules", Map.class));
    }
}
