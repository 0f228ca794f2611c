package dev.haru.gateway.hashing;

import java.util.Map;
import java.util.Set;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;

/** The calls for which auth-service hashes a password, as predicates of their routes. */
public final class HashingCalls {

    /** The id of auth-service in the list of services. */
    public static final String SERVICE = "auth-service";

    private static final String SIGN_IN = "/v1/auth/user/login";
    private static final Map<String, Set<HttpMethod>> METHODS_BY_PATH = Map.of(
            SIGN_IN,
            Set.of(HttpMethod.POST),
            "/v1/auth/user/register",
            Set.of(HttpMethod.POST),
            "/v1/auth/user",
            Set.of(HttpMethod.DELETE),
            "/v1/auth/password",
            Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.DELETE),
            "/v1/auth/confirmation",
            Set.of(HttpMethod.POST),
            "/v1/auth/recovery/password",
            Set.of(HttpMethod.POST));

    private HashingCalls() {}

    /** Returns whether auth-service hashes a password for this request. */
    public static boolean contain(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        return METHODS_BY_PATH
                .getOrDefault(request.getURI().getRawPath(), Set.of())
                .contains(request.getMethod());
    }

    /** Returns whether the request is a sign-in, which is one of these calls. */
    public static boolean isSignIn(ServerWebExchange exchange) {
        return contain(exchange) && exchange.getRequest().getURI().getRawPath().equals(SIGN_IN);
    }
}
