package dev.haru.gateway.hashing;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Positive;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The bounds between which this gateway finds out how many calls that hash a password auth-service takes at once.
 *
 * @param min calls that are always let through; enough to keep the cores of a few replicas busy
 * @param initial where it starts: the queue of one replica
 * @param max calls that are never exceeded
 */
@Validated
@ConfigurationProperties("haru.gateway.hashing-limit")
record HashingLimitProperties(
        @DefaultValue("16") @Positive int min,
        @DefaultValue("128") @Positive int initial,
        @DefaultValue("1024") @Positive @Max(10_000) int max) {

    HashingLimitProperties {
        if (min > initial || initial > max) {
            throw new IllegalArgumentException(
                    "haru.gateway.hashing-limit needs min <= initial <= max, but has %d, %d, %d"
                            .formatted(min, initial, max));
        }
    }
}
