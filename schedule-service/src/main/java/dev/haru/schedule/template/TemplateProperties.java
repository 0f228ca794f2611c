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
 * How templates are kept and ranked.
 *
 * @param limit how many templates a member may have, drafts and withdrawn ones included
 * @param ranking how their order by rank is computed
 */
@Validated
@ConfigurationProperties("haru.templates")
record TemplateProperties(
        @DefaultValue("100") @Min(0) @Max(1000) int limit,
        @DefaultValue @NotNull @Valid Ranking ranking) {

    /**
     * The ranking.
     *
     * @param interval how old it gets before one of the processes computes it anew
     * @param timeLimit for how long computing it may take
     * @param weight how many ratings of the overall mean are added to those that a template has
     */
    record Ranking(
            @DefaultValue("1m") @NotNull @DurationMin(seconds = 5)
            Duration interval,

            @DefaultValue("50s") @NotNull @DurationMin(millis = 100) @DurationMax(minutes = 10)
            Duration timeLimit,

            @DefaultValue("10") @Min(0) @Max(100_000) int weight) {}
}
