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
 */
@ConfigurationProperties("haru.gateway.body")
record BodyProperties(
        @DefaultValue("64KB") DataSize maxSize,
        @DefaultValue("5s") Duration timeout) {}
