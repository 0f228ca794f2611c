package dev.haru.gateway.route;

import dev.haru.platform.neighbour.BreakerProperties;
import jakarta.validation.Valid;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * When a service is left alone.
 *
 * @param breaker of each service, whose own answers never count against it
 */
@Validated
@ConfigurationProperties("haru.gateway")
record ServiceBreakerProperties(
        @DefaultValue @Valid @NestedConfigurationProperty BreakerProperties breaker) {}
