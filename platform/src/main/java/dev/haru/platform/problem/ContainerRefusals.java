package dev.haru.platform.problem;

import dev.haru.platform.language.Messages;
import dev.haru.platform.trace.TraceIds;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.io.IOException;
import java.io.Writer;
import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;

/**
 * Writes a problem instead of an HTML page for requests that Tomcat refuses before any filter runs. An example is an
 * escaped slash in a path.
 */
final class ContainerRefusals extends ErrorReportValve {

    private static final TextMapGetter<Request> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Request request) {
            return Collections.list(request.getHeaderNames());
        }

        @Override
        public @Nullable String get(@Nullable Request request, String key) {
            return request == null ? null : request.getHeader(key);
        }
    };

    private final Messages messages;

    ContainerRefusals(Messages messages) {
        this.messages = messages;
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        AtomicBoolean open = new AtomicBoolean();
        response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, open);
        if (!open.get()) {
            return;
        }
        // No filter has run, so the trace id comes from the request's headers; the gateway returns the same one.
        String trace = Objects.requireNonNullElseGet(
                response.getHeader(TraceIds.HEADER),
                () -> TraceIds.of(request, HEADERS).getTraceId());
        response.setHeader(TraceIds.HEADER, trace);
        String language = messages.languageFor(request.getHeader(HttpHeaders.ACCEPT_LANGUAGE));
        response.setHeader(HttpHeaders.CONTENT_LANGUAGE, language);
        response.addHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_LANGUAGE);
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setCharacterEncoding("utf-8");
        try {
            Writer writer = response.getReporter();
            if (writer != null) {
                ProblemDetail problem = Problems.complete(ProblemDetail.forStatus(response.getStatus()));
                writer.write(text(Problems.localize(problem, language, messages), trace));
                response.finishResponse();
            }
        } catch (IOException e) {
            // the client has closed the connection
        }
    }

    private static String text(ProblemDetail problem, String trace) {
        return """
                {"type":"%s","title":"%s","status":%d,"code":"%s","traceId":"%s"}""".formatted(
                        problem.getType(),
                        problem.getTitle(),
                        problem.getStatus(),
                        Objects.requireNonNull(problem.getProperties()).get("code"),
                        trace);
    }
}
