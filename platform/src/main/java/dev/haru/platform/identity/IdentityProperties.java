package dev.haru.platform.identity;

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
 * How long and how many identities are remembered.
 *
 * @param enabled whether anything is remembered at all
 * @param timeToLive how old an answer may be, counted from its reading in the database; at most 10 s, because that is
 *     how long a revoked token works when Redis is away
 * @param refreshAfter how old an answer is when the next request for it has it renewed, without waiting; zero for never
 * @param jitterPercent by how many percent of the time to live an answer may end sooner, at random, so that what came
 *     together does not go together
 * @param size how many tokens are remembered with their owner
 * @param unknownTimeToLive how long it is remembered that a token is nobody's
 * @param unknownSize how many tokens are remembered as nobody's; apart from the others, which a flood of wrong tokens
 *     must not push out
 * @param staleIfError how old an answer may be while the neighbour cannot say anything newer and revocations are heard
 *     of; zero for no older than otherwise, at most 60 s
 */
@Validated
@ConfigurationProperties("haru.identity")
record IdentityProperties(
        @DefaultValue("true") boolean enabled,

        @NotNull @DurationMin(millis = 100) @DurationMax(seconds = 10) @DefaultValue("10s")
        Duration timeToLive,

        @NotNull @DurationMin(millis = 0) @DurationMax(seconds = 10) @DefaultValue("8s")
        Duration refreshAfter,

        @Min(0) @Max(50) @DefaultValue("10") int jitterPercent,
        @Min(1) @DefaultValue("100000") int size,

        @NotNull @DurationMin(millis = 1) @DurationMax(seconds = 10) @DefaultValue("2s")
        Duration unknownTimeToLive,

        @Min(1) @DefaultValue("20000") int unknownSize,

        @NotNull @DurationMin(millis = 0) @DurationMax(seconds = 60) @DefaultValue("60s")
        Duration staleIfError) {

    CacheSettings settings() {
        return new CacheSettings(
                enabled, timeToLive, refreshAfter, jitterPercent, size, unknownTimeToLive, unknownSize, staleIfError);
    }
}
