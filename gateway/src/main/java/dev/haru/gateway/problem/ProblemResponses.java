package dev.haru.gateway.problem;

import dev.haru.gateway.trace.Trace;
import dev.haru.platform.problem.Problems;
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

/** Writes problem details (RFC 9457) as the response. */
@Component
public final class ProblemResponses {

    private final JsonMapper json;

    ProblemResponses(JsonMapper json) {
        this.json = json;
    }

    /** Writes a problem with this status and code about the path of the request. The client receives the detail. */
    public Mono<Void> write(ServerWebExchange exchange, HttpStatus status, String code, String detail) {
        return write(exchange, about(exchange, Problems.of(status, code, detail)));
    }

    /** Writes this problem, with the trace id added. */
    public Mono<Void> write(ServerWebExchange exchange, ProblemDetail problem) {
        problem.setProperty("traceId", Trace.id(exchange));
        byte[] body = json.writeValueAsBytes(problem);
        ServerHttpResponse response = exchange.getResponse();
        response.setRawStatusCode(problem.getStatus());
        HttpHeaders headers = response.getHeaders();
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        headers.setContentLength(body.length);
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
