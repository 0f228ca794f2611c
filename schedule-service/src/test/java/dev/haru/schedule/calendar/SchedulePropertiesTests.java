package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The tests of the limit use a smaller one, see {@code config/application.yml}. */
class SchedulePropertiesTests {

    private static final int DEFAULT_LIMIT = 1000;

    @Test
    void defaultLimitIsOneThousandSchedules() {
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of()));

        assertThat(binder.bindOrCreate("haru.schedule", ScheduleProperties.class)
                        .limit())
                .isEqualTo(DEFAULT_LIMIT);
    }
}
