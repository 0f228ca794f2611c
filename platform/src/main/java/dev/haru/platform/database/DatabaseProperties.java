package dev.haru.platform.database;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Routing of reads to a replica.
 *
 * @param readUrl JDBC URL of a replica for reads; empty: no replica
 * @param ownWrites how long a member's reads go to the primary after a change by the member; longer than the lag of the
 *     replica
 */
@Validated
@ConfigurationProperties("haru.database")
record DatabaseProperties(
        @DefaultValue("") String readUrl,

        @NotNull @DurationMin(millis = 100) @DurationMax(seconds = 60) @DefaultValue("5s")
        Duration ownWrites) {

    boolean hasReplica() {
        return !readUrl.isBlank();
    }
}
