package dev.haru.platform.security;

import java.util.Set;
import java.util.stream.Stream;
import org.springframework.http.HttpMethod;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** The endpoints of a service that need no access token; all others need one. */
public final class PublicEndpoints {

    private final Set<String> calls;
    private final boolean personal;

    private PublicEndpoints(Set<String> calls, boolean personal) {
        this.calls = calls;
        this.personal = personal;
    }

    /**
     * Endpoints in the form {@code "POST /v1/auth/user/login"}, with the path as in the controller's mapping. They
     * ignore a token in the request, so an expired or uncheckable token does not prevent the call.
     */
    public static PublicEndpoints of(String... calls) {
        return new PublicEndpoints(Set.of(calls), false);
    }

    /**
     * Endpoints that work without a token, but check a token in the request. A valid token identifies the member to the
     * controller; an invalid one is refused.
     */
    public static PublicEndpoints personal(String... calls) {
        return new PublicEndpoints(Set.of(calls), true);
    }

    /** Whether the endpoints check a token and may return more to a signed-in member. */
    public boolean arePersonal() {
        return personal;
    }

    /**
     * Whether the endpoint needs no access token.
     *
     * @param method the method in capital letters
     * @param path the path as mapped
     */
    public boolean contains(String method, String path) {
        return calls.contains(method + " " + path);
    }

    /** Returns the paths as mapped, each as often as the endpoints have it. */
    Stream<String> paths() {
        return calls.stream().map(call -> call.substring(call.indexOf(' ') + 1));
    }

    RequestMatcher[] matchers() {
        return calls.stream()
                // HEAD is allowed wherever GET is (RFC 9110, section 9.3.2).
                .flatMap(call ->
                        call.startsWith("GET ") ? Stream.of(call, call.replaceFirst("GET", "HEAD")) : Stream.of(call))
                .map(call -> call.split(" ", 2))
                .map(parts -> PathPatternRequestMatcher.withDefaults().matcher(HttpMethod.valueOf(parts[0]), parts[1]))
                .toArray(RequestMatcher[]::new);
    }
}
