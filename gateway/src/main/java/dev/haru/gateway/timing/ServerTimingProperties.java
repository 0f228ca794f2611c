package dev.haru.gateway.timing;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The header {@code Server-Timing} in responses to clients.
 *
 * @param shown whether responses have the header; off by default, because the header reveals the load of the services
 *     and cache hits
 */
@ConfigurationProperties("haru.gateway.server-timing")
record ServerTimingProperties(@DefaultValue("false") boolean shown) {}
