package dev.haru.gateway.guard;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of a request body.
 *
 * @param maxSize maximum size of a body; the gateway refuses a larger body with 413
 * @param timeout how long a client may take to send a body
 * @param file the limits of a path that takes files
 */
@ConfigurationProperties("haru.gateway.body")
record BodyProperties(
        @DefaultValue("64KB") DataSize maxSize,
        @DefaultValue("5s") Duration timeout,
        @DefaultValue File file) {

    /**
     * The limits of a path that takes files.
     *
     * @param path the path
     * @param maxSize maximum size of a file
     * @param timeout how long a client may take to send a file
     * @param atOnce maximum number of files in memory; the gateway refuses further ones with 503
     */
    record File(
            @DefaultValue("/v1/schedules/import") String path,
            @DefaultValue("5MB") DataSize maxSize,
            @DefaultValue("30s") Duration timeout,
            @DefaultValue("4") int atOnce) {}
}
