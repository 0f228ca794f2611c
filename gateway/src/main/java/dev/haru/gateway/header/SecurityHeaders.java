package dev.haru.gateway.header;

import dev.haru.gateway.pipeline.GatewayPipeline.WebStep;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Sets the security headers of every response. By default a browser may only read a response; a response may set a
 * wider content security policy or cache control itself. The values are those of the <a
 * href="https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html">OWASP REST Security Cheat
 * Sheet</a>. Strict-Transport-Security is not set here: the proxy that terminates TLS sets it.
 */
@Component
final class SecurityHeaders implements WebFilter, Ordered {

    @Override
    public int getOrder() {
        return WebStep.SECURITY_HEADERS.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        exchange.getResponse().beforeCommit(() -> {
            HttpHeaders headers = exchange.getResponse().getHeaders();
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("X-Frame-Options", "DENY");
            headers.set("Referrer-Policy", "no-referrer");
            setUnlessPresent(headers, "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
            setUnlessPresent(headers, HttpHeaders.CACHE_CONTROL, "no-store");
            return Mono.empty();
        });
        return chain.filter(exchange);
    }

    private static void setUnlessPresent(HttpHeaders headers, String name, String value) {
        if (!headers.containsHeader(name)) {
            headers.set(name, value);
        }
    }
}
