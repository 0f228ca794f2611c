package dev.haru.auth.session;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Clean-up of expired and revoked tokens.
 *
 * @param interval pause between two rounds of a process
 * @param endingInterval pause between two searches for accounts whose ended sessions have more tokens than one request
 *     removes
 * @param batch rows that one statement moves; each statement is a separate transaction
 * @param longestRound the longest duration of a round; the next round continues
 * @param keepMonths months of token history to keep, in addition to the current month
 */
@Validated
@ConfigurationProperties("haru.session.cleanup")
record CleanupProperties(
        @NotNull @DefaultValue("1h") Duration interval,
        @NotNull @DefaultValue("5s") Duration endingInterval,
        @Min(1) @Max(10_000) @DefaultValue("1000") int batch,
        @NotNull @DefaultValue("10m") Duration longestRound,
        @Min(0) @DefaultValue("12") int keepMonths) {}
