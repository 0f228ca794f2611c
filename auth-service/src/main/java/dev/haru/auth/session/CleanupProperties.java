package dev.haru.auth.session;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How dead tokens leave the tables that every request reads.
 *
 * @param interval pause between two rounds of one process
 * @param endingInterval pause between two looks for accounts whose sessions ended with more tokens than one request
 *     ends
 * @param batch rows that one statement moves; each is a transaction of its own
 * @param longestRound after that a round ends and leaves the rest to the next one
 * @param keepMonths how many months of history are kept beside the current one
 */
@Validated
@ConfigurationProperties("haru.session.cleanup")
record CleanupProperties(
        @NotNull @DefaultValue("1h") Duration interval,
        @NotNull @DefaultValue("5s") Duration endingInterval,
        @Min(1) @Max(10_000) @DefaultValue("1000") int batch,
        @NotNull @DefaultValue("10m") Duration longestRound,
        @Min(0) @DefaultValue("12") int keepMonths) {}
