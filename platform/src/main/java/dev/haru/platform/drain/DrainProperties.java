package dev.haru.platform.drain;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The end of a process that has other replicas.
 *
 * @param period how long the process still serves requests after the signal to end; longer than clients keep sending
 *     requests to it. Zero without other replicas
 */
@Validated
@ConfigurationProperties("haru.drain")
record DrainProperties(@DefaultValue("0s") @DurationMin Duration period) {}
