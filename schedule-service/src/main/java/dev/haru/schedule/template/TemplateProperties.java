package dev.haru.schedule.template;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Limits and ranking of templates.
 *
 * @param limit maximum of templates of a member, including drafts and withdrawn templates
 * @param ranking computation of the ranking
 */
@Validated
@ConfigurationProperties("haru.templates")
record TemplateProperties(
        @DefaultValue("100") @Min(0) @Max(1000) int limit,
        @DefaultValue @NotNull @Valid Ranking ranking) {

    /**
     * The ranking of templates by a Bayesian average (decision 022).
     *
     * @param interval maximum age of the ranking; one process then computes a new ranking
     * @param timeLimit maximum duration of the computation
     * @param weight number of ratings with the overall mean that the average adds to a template's own ratings
     */
    record Ranking(
            @DefaultValue("1m") @NotNull @DurationMin(seconds = 5)
            Duration interval,

            @DefaultValue("50s") @NotNull @DurationMin(millis = 100) @DurationMax(minutes = 10)
            Duration timeLimit,

            @DefaultValue("10") @Min(0) @Max(100_000) int weight) {}
}
