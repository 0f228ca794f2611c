package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.FileSystemResource;

/** The tests of the limit use a smaller one, see {@code config/application.yml}. */
class SchedulePropertiesTests {

    private static final int DEFAULT_LIMIT = 1000;

    @Test
    void defaultLimitIsOneThousandSchedules() throws IOException {
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of()));

        assertThat(binder.bindOrCreate("haru.schedule", ScheduleProperties.class)
                        .limit())
                .isEqualTo(DEFAULT_LIMIT);
        assertThat(new YamlPropertySourceLoader()
                        .load("service", new FileSystemResource("src/main/resources/application.yml")))
                .extracting(source -> source.getProperty("haru.schedule.limit"))
                .contains(DEFAULT_LIMIT);
    }
}
