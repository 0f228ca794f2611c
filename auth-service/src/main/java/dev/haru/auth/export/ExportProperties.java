package dev.haru.auth.export;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Exports of accounts' data.
 *
 * @param life how long a complete archive is kept
 * @param daily maximum of exports that an account may request in 24 hours
 * @param maxPending maximum of exports that are being gathered, of all accounts
 * @param maxArchive maximum size of an archive as stored; the relay gives up a larger one
 * @param maxStored size of all archives as stored, at which no further export begins and no further part is gathered
 * @param giveUp how long the relay tries to gather an archive
 * @param poll pause between two rounds of the relay
 * @param lease how long other processes leave an export to the relay that has taken it; longer than any part takes
 * @param longestPause the longest pause after a failed attempt; the pause doubles from two seconds
 * @param downloads maximum of archives that a process sends at the same time
 * @param downloadTime the longest duration of a download
 */
@Validated
@ConfigurationProperties("haru.export")
record ExportProperties(
        @NotNull @DurationMin(minutes = 1) @DefaultValue("24h")
        Duration life,

        @Min(1) @Max(100) @DefaultValue("3") int daily,
        @Min(1) @Max(100_000) @DefaultValue("1000") int maxPending,
        @NotNull @DefaultValue("32MB") DataSize maxArchive,
        @NotNull @DefaultValue("1GB") DataSize maxStored,

        @NotNull @DurationMin(minutes = 1) @DefaultValue("7d")
        Duration giveUp,

        @NotNull @DefaultValue("1s") Duration poll,

        @NotNull @DurationMin(seconds = 10) @DefaultValue("1m")
        Duration lease,

        @NotNull @DefaultValue("1m") Duration longestPause,
        @Min(1) @Max(1000) @DefaultValue("16") int downloads,

        @NotNull @DurationMin(seconds = 1) @DefaultValue("1m")
        Duration downloadTime) {}
