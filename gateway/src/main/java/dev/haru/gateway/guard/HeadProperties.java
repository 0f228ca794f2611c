package dev.haru.gateway.guard;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Limits of the request line and the headers.
 *
 * @param timeout how long a client may take to send the headers, from the first byte, and how long a new connection may
 *     take until its first byte
 */
@Validated
@ConfigurationProperties("haru.gateway.head")
record HeadProperties(
        @NotNull @DurationMin(millis = 1) @DefaultValue("5s")
        Duration timeout) {}
