package dev.haru.gateway.guard;

import dev.haru.gateway.pipeline.GatewayPipeline.WebStep;
import dev.haru.gateway.problem.ProblemResponses;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.problem.Problems;
import dev.haru.platform.request.HeaderLines;
import dev.haru.platform.request.QueryString;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Forwards only plain paths and ordinary methods, because a service must not interpret a path in another way. Refuses a
 * URL that contains a token (<a href="https://www.rfc-editor.org/rfc/rfc6750#section-5.3">RFC 6750, 5.3</a>). Removes
 * an {@code Accept} of too many types, which a server may ignore.
 */
@Component
final class RequestGuard implements WebFilter, Ordered {

    private static final List<HttpMethod> METHODS = List.of(
            HttpMethod.GET,
            HttpMethod.HEAD,
            HttpMethod.POST,
            HttpMethod.PUT,
            HttpMethod.PATCH,
            HttpMethod.DELETE,
            HttpMethod.OPTIONS);

    private static final String ALLOW = METHODS.stream().map(HttpMethod::name).collect(Collectors.joining(", "));

    private final ProblemResponses problems;

    RequestGuard(ProblemResponses problems) {
        this.problems = problems;
    }

    @Override
    public int getOrder() {
        return WebStep.REQUEST_GUARD.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (RequestTarget.containsToken(request.getURI().getRawPath())
                || RequestTarget.containsToken(request.getURI().getRawQuery())) {
            // The problem has no path, because the path could repeat the token.
            return problems.write(
                    exchange, Problems.of(HttpStatus.BAD_REQUEST, "token-in-url", Message.of("detail.token-in-url")));
        }
        if (request.getMethod().equals(HttpMethod.OPTIONS)
                && RequestTarget.SERVER_PATH.equals(request.getURI().getRawPath())) {
            return allowed(exchange.getResponse());
        }
        if (!RequestTarget.isPlain(request.getURI().getRawPath())) {
            return problems.write(
                    exchange, HttpStatus.NOT_FOUND, "route-not-found", Message.of("detail.route-not-found.path"));
        }
        if (QueryString.hasParameterWithoutName(request.getURI().getRawQuery())) {
            // Spring Cloud Gateway would drop the parameter, and the service would not refuse it.
            return Mono.error(InvalidRequest.field("", Message.of("field.unknown-parameter")));
        }
        if (!METHODS.contains(request.getMethod())) {
            return problems.write(
                    exchange, HttpStatus.NOT_IMPLEMENTED, "not-implemented", Message.of("detail.not-implemented"));
        }
        return chain.filter(withoutLongAccept(exchange));
    }

    /** Responds to OPTIONS about the server with the methods of its resources (RFC 9110, section 9.3.7). */
    private static Mono<Void> allowed(ServerHttpResponse response) {
        response.setStatusCode(HttpStatus.NO_CONTENT);
        response.getHeaders().set(HttpHeaders.ALLOW, ALLOW);
        return response.setComplete();
    }

    /** Spring would fail while it searches a handler for the request. */
    private static ServerWebExchange withoutLongAccept(ServerWebExchange exchange) {
        return HeaderLines.hasTooManyTypes(
                        HeaderLines.joined(exchange.getRequest().getHeaders(), HttpHeaders.ACCEPT))
                ? exchange.mutate()
                        .request(request -> request.headers(headers -> headers.remove(HttpHeaders.ACCEPT)))
                        .build()
                : exchange;
    }
}
