package dev.haru.gateway.timing;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whether clients get to see where the time went.
 *
 * @param shown off by default: it tells strangers how busy the parts are, and what a cache knew
 */
@ConfigurationProperties("haru.gateway.server-timing")
record ServerTimingProperties(@DefaultValue("false") boolean shown) {}
