package dev.haru.schedule.category;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the categories are kept in memory.
 *
 * @param refresh how often they are read; as long may a deleted one still be known
 * @param missPause how long after a reading one that is not known is taken for unknown without reading again, and after
 *     one that failed for not to be told
 */
@Validated
@ConfigurationProperties("haru.categories")
record CategoryProperties(
        @NotNull @DurationMin(seconds = 1) @DefaultValue("5m")
        Duration refresh,

        @NotNull @DurationMin(millis = 0) @DefaultValue("1s")
        Duration missPause) {}
