package dev.haru.gateway.deadline;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The deadline of a request in the services.
 *
 * @param deadline time for all services together, which each call carries; shorter than the response-timeout of each
 *     service, so that the services end first
 */
@Validated
@ConfigurationProperties("haru.gateway")
record DeadlineProperties(@DefaultValue("7500ms") @NotNull Duration deadline) {}
