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
 * The cache of identities by token.
 *
 * @param enabled whether the cache is used
 * @param timeToLive maximum age of an entry, from its reading in the database; at most 10 s, because a revoked token
 *     works for this time while Redis is unavailable
 * @param refreshAfter age from which a request renews the entry in the background; zero: never
 * @param jitterPercent percentage of the time to live by which an entry may expire earlier, at random, so that entries
 *     of the same time do not expire together
 * @param size maximum of tokens with an owner
 * @param unknownTimeToLive how long the cache keeps that a token is unknown
 * @param unknownSize maximum of unknown tokens; separate, so that a flood of wrong tokens evicts no valid token
 * @param staleIfError maximum age of an entry while the upstream service fails and this process receives revocations;
 *     zero: no stale entries, at most 60 s
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
