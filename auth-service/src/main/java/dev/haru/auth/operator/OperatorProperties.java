package dev.haru.auth.operator;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Operators.
 *
 * @param keepActs how long the record of an act is kept
 */
@Validated
@ConfigurationProperties("haru.operator")
record OperatorProperties(
        @NotNull @DurationMin(days = 1) @DefaultValue("400d")
        Duration keepActs) {}
