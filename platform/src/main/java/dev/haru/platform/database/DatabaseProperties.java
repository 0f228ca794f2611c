package dev.haru.platform.database;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where is read.
 *
 * @param readUrl JDBC URL of a replica, which reads go to; empty for none
 * @param ownWrites for how long after a change its owner's reads go to the primary; longer than the replica lags behind
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
