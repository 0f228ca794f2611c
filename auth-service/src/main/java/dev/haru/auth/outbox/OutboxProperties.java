package dev.haru.auth.outbox;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the outbox is emptied.
 *
 * @param headStart how long the relay leaves a new announcement to the request that wrote it
 * @param poll pause between two rounds of the relay
 * @param measure pause between two looks at how much waits, for the metrics
 * @param batch announcements that one round takes at most
 * @param lease how long a taken announcement is left alone by other replicas and rounds
 * @param silence how long requests leave deliveries to the relay after one found the neighbour unreachable
 * @param longestPause the longest pause before a refused announcement is tried again
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
