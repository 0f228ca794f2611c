package dev.haru.gateway.problem;

import dev.haru.gateway.trace.Trace;
import dev.haru.platform.language.Languages;
import dev.haru.platform.language.Message;
import dev.haru.platform.language.Messages;
import dev.haru.platform.problem.Problems;
import dev.haru.platform.request.HeaderLines;
import java.net.URI;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Writes problem details (RFC 9457) as the response, in the language of the request. */
@Component
public final class ProblemResponses {

    private final JsonMapper json;
    private final Messages messages;

    ProblemResponses(JsonMapper json, Messages messages) {
        this.json = json;
        this.messages = messages;
    }

    /** Writes a problem with this status and code about the path of the request. The client receives the detail. */
    public Mono<Void> write(ServerWebExchange exchange, HttpStatus status, String code, Message detail) {
        return write(exchange, about(exchange, Problems.of(status, code, detail)));
    }

    /** Writes this problem, with the trace id added. */
    public Mono<Void> write(ServerWebExchange exchange, ProblemDetail problem) {
        String language = messages.languageFor(
                HeaderLines.joined(exchange.getRequest().getHeaders(), HttpHeaders.ACCEPT_LANGUAGE));
        Problems.localize(problem, language, messages);
        problem.setProperty("traceId", Trace.id(exchange));
        byte[] body = json.writeValueAsBytes(problem);
        ServerHttpResponse response = exchange.getResponse();
        response.setRawStatusCode(problem.getStatus());
        HttpHeaders headers = response.getHeaders();
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        headers.setContentLength(body.length);
        Languages.describe(headers, language);
        return response.writeWith(Mono.fromSupplier(() -> wrap(response, body)));
    }

    static ProblemDetail about(ServerWebExchange exchange, ProblemDetail problem) {
        problem.setInstance(URI.create(exchange.getRequest().getURI().getRawPath()));
        return problem;
    }

    private static DataBuffer wrap(ServerHttpResponse response, byte[] body) {
        return response.bufferFactory().wrap(body);
    }
}
