package dev.haru.platform.drain;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How a process ends that has other replicas.
 *
 * @param period how long it goes on answering after it was told to end; longer than it takes until nobody is sent to it
 *     any more. None where there is no other replica
 */
@Validated
@ConfigurationProperties("haru.drain")
record DrainProperties(@DefaultValue("0s") @DurationMin Duration period) {}
