package dev.haru.gateway.guard;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** The calls of the API that need no access token. A test compares them with the API document. */
final class PublicCalls {

    /** The calls that ignore a token. */
    static final Set<String> WITHOUT_TOKEN = Set.of(
            "POST /v1/auth/user/register",
            "POST /v1/auth/user/login",
            "POST /v1/auth/user/login/second-factor",
            "POST /v1/auth/user/login/passkey/options",
            "POST /v1/auth/user/login/passkey",
            "POST /v1/auth/user/login/second-factor/passkey/options",
            "POST /v1/auth/user/login/second-factor/passkey",
            "POST /v1/auth/user/refresh",
            "GET /v1/auth/challenge",
            "POST /v1/auth/email/verification/link",
            "POST /v1/auth/email/restoration",
            "POST /v1/auth/recovery",
            "POST /v1/auth/recovery/password",
            "POST /v1/auth/recovery/sign-out",
            "GET /v1/regions",
            "GET /v1/locations",
            "GET /v1/categories",
            "GET /v1/feeds/{file}",
            "GET /v1/templates/first-page",
            "GET /v1/templates/first-page/{category}");

    /** The calls that need no token, but check one. */
    static final Set<String> OPTIONAL_TOKEN = Set.of("GET /v1/templates", "GET /v1/templates/{id}");

    /** Paths with a token that a pattern of a public call matches. */
    private static final Set<String> LITERAL_PATHS = Set.of("/v1/templates/mine");

    private static final Map<HttpMethod, List<PathPattern>> IGNORING = patterns(WITHOUT_TOKEN);
    private static final Map<HttpMethod, List<PathPattern>> CHECKING = patterns(OPTIONAL_TOKEN);

    /** How a call uses an access token. */
    enum TokenUse {
        IGNORED,
        OPTIONAL,
        REQUIRED
    }

    private PublicCalls() {}

    /** Returns how the call uses an access token. */
    static TokenUse of(ServerHttpRequest request) {
        PathContainer path = request.getPath().pathWithinApplication();
        if (LITERAL_PATHS.contains(path.value())) {
            return TokenUse.REQUIRED;
        }
        if (contain(IGNORING, request.getMethod(), path)) {
            return TokenUse.IGNORED;
        }
        return contain(CHECKING, request.getMethod(), path) ? TokenUse.OPTIONAL : TokenUse.REQUIRED;
    }

    private static boolean contain(Map<HttpMethod, List<PathPattern>> patterns, HttpMethod method, PathContainer path) {
        return patterns.getOrDefault(method, List.of()).stream().anyMatch(pattern -> pattern.matches(path));
    }

    /** A public path needs no token for OPTIONS, and none for HEAD if it needs none for GET. */
    private static Map<HttpMethod, List<PathPattern>> patterns(Set<String> calls) {
        Map<HttpMethod, List<PathPattern>> patterns = new HashMap<>();
        for (String call : calls) {
            String[] parts = call.split(" ", 2);
            PathPattern pattern = PathPatternParser.defaultInstance.parse(parts[1]);
            Stream<HttpMethod> methods = Stream.of(HttpMethod.valueOf(parts[0]), HttpMethod.OPTIONS);
            (parts[0].equals("GET") ? Stream.concat(methods, Stream.of(HttpMethod.HEAD)) : methods)
                    .forEach(method -> patterns.merge(
                            method,
                            List.of(pattern),
                            (some, more) ->
                                    Stream.concat(some.stream(), more.stream()).toList()));
        }
        return Map.copyOf(patterns);
    }
}
