package dev.haru.gateway.header;

import dev.haru.gateway.compression.GzipTag;
import dev.haru.gateway.deadline.RequestDeadline;
import dev.haru.gateway.trace.Trace;
import dev.haru.gateway.warmup.WarmUpRequests;
import dev.haru.platform.warmup.WarmUpPass;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/**
 * Selects the headers that a service receives from a client's request. It removes the headers of the connection (RFC
 * 9110, section 7.6.1), those of untrusted proxies, and {@code Expect}, which the gateway's own server handles. It also
 * removes all headers that begin with {@code X-}, because Haru uses them for service credentials, deadlines and
 * identities. This filter copies the headers once, whereas each of Spring Cloud Gateway's own filters copies them
 * again.
 */
@Component
final class RequestHeaders implements HttpHeadersFilter {

    private static final Set<String> STRIPPED = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authorization",
            "proxy-authenticate",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "expect",
            "host",
            "forwarded",
            "traceparent",
            "tracestate",
            "baggage");

    private final ClientAddress clientAddress;
    private final RequestDeadline deadline;
    private final WarmUpRequests warmUpRequests;

    RequestHeaders(ClientAddress clientAddress, RequestDeadline deadline, WarmUpRequests warmUpRequests) {
        this.clientAddress = clientAddress;
        this.deadline = deadline;
        this.warmUpRequests = warmUpRequests;
    }

    @Override
    public HttpHeaders filter(HttpHeaders input, ServerWebExchange exchange) {
        List<String> connection = input.getConnection();
        HttpHeaders output = new HttpHeaders();
        input.forEach((name, values) -> {
            if (!isStripped(name) && !containsIgnoringCase(connection, name)) {
                output.put(name, values);
            }
        });
        GzipTag.restore(output);
        DeviceCookie.removeForOtherServices(exchange.getRequest(), output);
        clientAddress.write(exchange, output);
        deadline.write(exchange, output);
        Trace.inject(exchange, output);
        if (warmUpRequests.contains(exchange.getRequest())) {
            output.set(WarmUpPass.HEADER, WarmUpPass.TO_UPSTREAM);
        }
        return output;
    }

    private static boolean isStripped(String name) {
        return name.regionMatches(true, 0, "X-", 0, 2) || STRIPPED.contains(name.toLowerCase(Locale.ROOT));
    }

    private static boolean containsIgnoringCase(List<String> connection, String name) {
        for (int i = 0; i < connection.size(); i++) {
            if (connection.get(i).equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }
}
