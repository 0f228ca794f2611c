package dev.haru.auth.outbox;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Delivery of outbox messages.
 *
 * @param headStart how long the relay leaves a new message to the request that wrote it
 * @param poll pause between two rounds of the relay
 * @param measure pause between two measurements of the pending messages, for the metrics
 * @param batch maximum of messages in one round
 * @param lease how long other replicas and rounds do not deliver a message that a round has taken
 * @param silence how long a failed call counts, and requests leave delivery to the relay after an upstream service was
 *     unreachable
 * @param longestPause the longest pause before the next delivery of a message that failed
 */
@Validated
@ConfigurationProperties("haru.outbox")
record OutboxProperties(
        @NotNull @DefaultValue("5s") Duration headStart,
        @NotNull @DefaultValue("1s") Duration poll,
        @NotNull @DefaultValue("10s") Duration measure,
        @Min(1) @Max(1000) @DefaultValue("50") int batch,
        @NotNull @DefaultValue("60s") Duration lease,
        @NotNull @DefaultValue("5s") Duration silence,
        @NotNull @DefaultValue("1m") Duration longestPause) {}
