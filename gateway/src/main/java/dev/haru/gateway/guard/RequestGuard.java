package dev.haru.gateway.guard;

import dev.haru.gateway.problem.ProblemResponses;
import dev.haru.platform.problem.Problems;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Forwards only plain paths and ordinary methods, because a service must not interpret a path in another way. Refuses a
 * URL that contains a token (<a href="https://www.rfc-editor.org/rfc/rfc6750#section-5.3">RFC 6750, 5.3</a>).
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 20)
final class RequestGuard implements WebFilter {

    private static final Set<HttpMethod> METHODS = Set.of(
            HttpMethod.GET,
            HttpMethod.HEAD,
            HttpMethod.POST,
            HttpMethod.PUT,
            HttpMethod.PATCH,
            HttpMethod.DELETE,
            HttpMethod.OPTIONS);

    private final ProblemResponses problems;

    RequestGuard(ProblemResponses problems) {
        this.problems = problems;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (RequestTarget.containsToken(request.getURI().getRawPath())
                || RequestTarget.containsToken(request.getURI().getRawQuery())) {
            // The problem has no path, because the path could repeat the token.
            return problems.write(
                    exchange,
                    Problems.of(
                            HttpStatus.BAD_REQUEST,
                            "token-in-url",
                            "The URL contains a token, and logs record URLs. End the session of the token. Send tokens "
                                    + "in the header Authorization."));
        }
        if (!RequestTarget.isPlain(request.getURI().getRawPath())) {
            return problems.write(
                    exchange,
                    HttpStatus.NOT_FOUND,
                    "route-not-found",
                    "No route matches this path. A path contains letters, digits, '-', '.', '_', '~' and single "
                            + "slashes.");
        }
        if (!METHODS.contains(request.getMethod())) {
            exchange.getResponse().getHeaders().setAllow(METHODS);
            return problems.write(
                    exchange, HttpStatus.METHOD_NOT_ALLOWED, "method-not-allowed", "No path supports this method.");
        }
        return chain.filter(exchange);
    }
}
