package dev.haru.schedule.category;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The categories in memory.
 *
 * @param refresh pause between two readings; a deleted category may remain known for this time
 * @param missPause how long after a reading an unknown category causes no further reading, also after a failed reading
 */
@Validated
@ConfigurationProperties("haru.categories")
record CategoryProperties(
        @NotNull @DurationMin(seconds = 1) @DefaultValue("5m")
        Duration refresh,

        @NotNull @DurationMin(millis = 0) @DefaultValue("1s")
        Duration missPause) {}
