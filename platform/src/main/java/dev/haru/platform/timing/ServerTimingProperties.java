package dev.haru.platform.timing;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Cache hits in the header {@code Server-Timing}.
 *
 * @param hits the entry to mark on a hit, by name of the cache
 */
@ConfigurationProperties("haru.server-timing")
record ServerTimingProperties(@DefaultValue Map<String, String> hits) {}
