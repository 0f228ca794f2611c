package dev.haru.gateway.unmodified;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Which pages' entity tags are kept.
 *
 * @param paths path patterns of pages that are the same for everybody, whoever asks; none for no such memory
 * @param size how many tags are kept, one for each path, language and encoding
 * @param longest how long a tag is kept at most, whatever {@code max-age} the service gives it
 */
@Validated
@ConfigurationProperties("haru.gateway.unmodified")
record UnmodifiedProperties(
        @NotNull List<@NotBlank String> paths,
        @Positive @Max(100_000) @DefaultValue("1000") int size,

        @NotNull @DurationMin(seconds = 1) @DefaultValue("1m")
        Duration longest) {}
