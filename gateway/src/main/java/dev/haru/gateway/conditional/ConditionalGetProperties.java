package dev.haru.gateway.conditional;

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
 * Entity tags for conditional GET requests in the gateway.
 *
 * @param paths path patterns of pages that are the same for all clients; empty: no entity tags
 * @param size maximum of entity tags, one for each path, language and encoding
 * @param longest how long the gateway keeps a tag at most, regardless of {@code max-age}
 */
@Validated
@ConfigurationProperties("haru.gateway.conditional-get")
record ConditionalGetProperties(
        @NotNull List<@NotBlank String> paths,
        @Positive @Max(100_000) @DefaultValue("1000") int size,

        @NotNull @DurationMin(seconds = 1) @DefaultValue("1m")
        Duration longest) {}
