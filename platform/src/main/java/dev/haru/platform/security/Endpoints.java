package dev.haru.platform.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.HttpMethod;
import org.springframework.web.method.HandlerMethod;

/** Finds the endpoint of a request, for interceptors that check a call before its body is read. */
public final class Endpoints {

    private Endpoints() {}

    /**
     * Returns the endpoint that the request calls. OPTIONS calls none: Spring lists the methods of the path, which
     * every client may know. A refusal of OPTIONS would have an {@code Allow} header with methods that no endpoint has.
     */
    public static Optional<HandlerMethod> calledBy(HttpServletRequest request, Object handler) {
        return handler instanceof HandlerMethod endpoint && !HttpMethod.OPTIONS.matches(request.getMethod())
                ? Optional.of(endpoint)
                : Optional.empty();
    }
}
