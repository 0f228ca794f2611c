package dev.haru.gateway.route;

import dev.haru.platform.upstream.BreakerProperties;
import jakarta.validation.Valid;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The circuit breaker of each service.
 *
 * @param breaker the circuit breaker; a response of the service never counts as a failure
 */
@Validated
@ConfigurationProperties("haru.gateway")
record ServiceBreakerProperties(
        @DefaultValue @Valid @NestedConfigurationProperty BreakerProperties breaker) {}
