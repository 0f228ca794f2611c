package dev.haru.member.profile;

import dev.haru.platform.identity.CacheSettings;
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
 * How long and how many profiles are remembered.
 *
 * @param enabled whether any is remembered
 * @param timeToLive how old a profile may be; at most 10 s, because that is how long a change is not seen when Redis is
 *     away
 * @param refreshAfter how old a profile is when the next request for it has it renewed, without waiting; zero for never
 * @param jitterPercent by how many percent of the time to live a profile may end sooner, at random
 * @param size how many profiles are remembered
 * @param unknownTimeToLive how long it is remembered that there is no profile
 * @param unknownSize how many ids without a profile are remembered
 */
@Validated
@ConfigurationProperties("haru.profile-cache")
record ProfileCacheProperties(
        @DefaultValue("true") boolean enabled,

        @NotNull @DurationMin(millis = 100) @DurationMax(seconds = 10) @DefaultValue("10s")
        Duration timeToLive,

        @NotNull @DurationMin(millis = 0) @DurationMax(seconds = 10) @DefaultValue("8s")
        Duration refreshAfter,

        @Min(0) @Max(50) @DefaultValue("10") int jitterPercent,
        @Min(1) @DefaultValue("100000") int size,

        @NotNull @DurationMin(millis = 1) @DurationMax(seconds = 10) @DefaultValue("1s")
        Duration unknownTimeToLive,

        @Min(1) @DefaultValue("20000") int unknownSize) {

    CacheSettings settings() {
        return new CacheSettings(
                enabled, timeToLive, refreshAfter, jitterPercent, size, unknownTimeToLive, unknownSize, Duration.ZERO);
    }
}
