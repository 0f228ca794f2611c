package dev.haru.gateway.header;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The proxies in front of the gateway.
 *
 * @param trusted addresses or networks (CIDR) of proxies whose X-Forwarded-For the gateway accepts; none by default
 */
@ConfigurationProperties("haru.gateway.proxies")
record ProxyProperties(@DefaultValue List<String> trusted) {}
