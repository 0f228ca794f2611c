package dev.haru.platform.security;

import java.util.Set;
import java.util.stream.Stream;
import org.springframework.http.HttpMethod;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** The calls of a service that need no access token; every other one does. */
public final class PublicEndpoints {

    private final Set<String> calls;
    private final boolean personal;

    private PublicEndpoints(Set<String> calls, boolean personal) {
        this.calls = calls;
        this.personal = personal;
    }

    /**
     * These calls, each as {@code "POST /v1/auth/user/login"}, the path as its controller maps it. A token that is sent
     * all the same is not looked at, so that a dead one, or one that nobody can check, keeps nobody out.
     */
    public static PublicEndpoints of(String... calls) {
        return new PublicEndpoints(Set.of(calls), false);
    }

    /** The same, but whoever sends a token is known to the controller, or refused when it is not good. */
    public static PublicEndpoints personal(String... calls) {
        return new PublicEndpoints(Set.of(calls), true);
    }

    /** Whether they tell whoever is signed in more than others. */
    public boolean arePersonal() {
        return personal;
    }

    /** Whether the call, by method in capitals and mapped path, is one of them. */
    public boolean contains(String method, String path) {
        return calls.contains(method + " " + path);
    }

    RequestMatcher[] matchers() {
        return calls.stream()
                // Who may GET may HEAD (RFC 9110, section 9.3.2).
                .flatMap(call ->
                        call.startsWith("GET ") ? Stream.of(call, call.replaceFirst("GET", "HEAD")) : Stream.of(call))
                .map(call -> call.split(" ", 2))
                .map(parts -> PathPatternRequestMatcher.withDefaults().matcher(HttpMethod.valueOf(parts[0]), parts[1]))
                .toArray(RequestMatcher[]::new);
    }
}
