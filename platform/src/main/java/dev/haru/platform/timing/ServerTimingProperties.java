package dev.haru.platform.timing;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the {@code Server-Timing} of an answer tells of caches.
 *
 * @param hits by a cache's name the entry that is marked when it answers: who, or what, need not be asked
 */
@ConfigurationProperties("haru.server-timing")
record ServerTimingProperties(@DefaultValue Map<String, String> hits) {}
