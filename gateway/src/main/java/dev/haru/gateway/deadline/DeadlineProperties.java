package dev.haru.gateway.deadline;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long a request may take behind the gateway.
 *
 * @param deadline the time that the services have together, which they are told; shorter than any service's
 *     response-timeout, so that they give up first
 */
@Validated
@ConfigurationProperties("haru.gateway")
record DeadlineProperties(@DefaultValue("7500ms") @NotNull Duration deadline) {}
