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
 * The cache of profiles.
 *
 * @param enabled whether the cache is used
 * @param timeToLive maximum age of a profile; at most 10 s, because a change is not visible for this time while Redis
 *     is unavailable
 * @param refreshAfter age from which a request renews the profile in the background; zero: never
 * @param jitterPercent percentage of the time to live by which a profile may expire earlier, at random
 * @param size maximum of profiles
 * @param unknownTimeToLive how long the cache keeps that an id has no profile
 * @param unknownSize maximum of ids without a profile
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
