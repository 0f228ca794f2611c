package dev.haru.platform.precondition;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Responds with 304 to a GET with {@code If-None-Match: *} for a resource that has an entity tag (<a
 * href="https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2">RFC 9110, section 13.1.2</a>). Spring compares listed
 * tags, but ignores {@code *} in a GET.
 */
@ControllerAdvice
class AnyEntityTagAdvice implements ResponseBodyAdvice<Object> {

    @Override
    public boolean supports(MethodParameter returned, Class<? extends HttpMessageConverter<?>> converter) {
        return true;
    }

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter returned,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        if (!isRead(request.getMethod())
                || !IfNoneMatch.isAny(request.getHeaders().getFirst(HttpHeaders.IF_NONE_MATCH))
                || response.getHeaders().getETag() == null
                || !isOk(response)) {
            return body;
        }
        response.setStatusCode(HttpStatus.NOT_MODIFIED);
        return null;
    }

    private static boolean isRead(HttpMethod method) {
        return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    }

    private static boolean isOk(ServerHttpResponse response) {
        return response instanceof ServletServerHttpResponse servlet
                && servlet.getServletResponse().getStatus() == HttpStatus.OK.value();
    }
}
