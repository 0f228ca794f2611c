package dev.haru.platform.problem;

import dev.haru.platform.language.Message;
import dev.haru.platform.language.Messages;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** Responds to requests for which Spring finds no endpoint, because of their path, method or media type. */
abstract class RoutingExceptionHandler extends LocalizedExceptionHandler {

    RoutingExceptionHandler(Messages messages) {
        super(messages);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleNoResourceFoundException(
            NoResourceFoundException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        HttpHeaders none = new HttpHeaders(headers);
        if (failure.getHttpMethod().equals(HttpMethod.OPTIONS)) {
            // Spring would otherwise add all methods to the response.
            none.set(HttpHeaders.ALLOW, "");
        }
        return respond(
                failure, Problems.of(HttpStatus.NOT_FOUND, "not-found", Message.of("detail.not-found")), none, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMediaTypeNotSupported(
            HttpMediaTypeNotSupportedException failure,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        // A malformed media type is null without arguments, a missing one is null with arguments.
        boolean missing = failure.getContentType() == null && failure.getDetailMessageArguments() != null;
        return missing
                ? respond(
                        failure,
                        Problems.of(
                                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                                "unsupported-media-type",
                                Message.of("detail.unsupported-media-type.missing")),
                        headers,
                        request)
                : handleExceptionInternal(failure, null, headers, status, request);
    }

    /**
     * Without the log line that Spring writes: the mistake is the client's, and the response reports it. Spring handles
     * HEAD with the endpoint for GET, and OPTIONS itself, so {@code Allow} lists both.
     */
    @Override
    protected @Nullable ResponseEntity<Object> handleHttpRequestMethodNotSupported(
            HttpRequestMethodNotSupportedException failure,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        HttpHeaders complete = new HttpHeaders(headers);
        Set<HttpMethod> allowed = new LinkedHashSet<>(headers.getAllow());
        if (allowed.contains(HttpMethod.GET)) {
            allowed.add(HttpMethod.HEAD);
        }
        allowed.add(HttpMethod.OPTIONS);
        complete.setAllow(allowed);
        return handleExceptionInternal(failure, null, complete, status, request);
    }
}
