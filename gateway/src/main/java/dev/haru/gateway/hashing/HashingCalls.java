package dev.haru.gateway.hashing;

import java.util.Map;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;

/** The calls for which auth-service hashes a password. */
public final class HashingCalls {

    private static final String PREFIX = "/v1/auth/";
    private static final Map<String, HttpMethod> METHOD_BY_PATH = Map.of(
            "/v1/auth/user/login", HttpMethod.POST,
            "/v1/auth/user/register", HttpMethod.POST,
            "/v1/auth/user", HttpMethod.DELETE,
            "/v1/auth/password", HttpMethod.PUT,
            "/v1/auth/confirmation", HttpMethod.POST);

    private HashingCalls() {}

    public static boolean contain(ServerHttpRequest request) {
        String path = request.getURI().getRawPath();
        return path.startsWith(PREFIX) && request.getMethod().equals(METHOD_BY_PATH.get(path));
    }
}
