package dev.haru.gateway.header;

import dev.haru.gateway.deadline.RequestDeadline;
import dev.haru.gateway.trace.Trace;
import dev.haru.gateway.warmup.OwnCalls;
import dev.haru.platform.warmup.WarmUpPass;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/**
 * What a service gets to see of a client's headers: all but those of the connection (RFC 9110, section 7.6.1), of
 * proxies that are not ours, and of the {@code X-} family, which is the house's own (service credentials, deadlines,
 * identities). One copy instead of one for each of Spring Cloud Gateway's own filters.
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
            "host",
            "forwarded",
            "traceparent",
            "tracestate",
            "baggage");

    private final ClientAddress clientAddress;
    private final RequestDeadline deadline;
    private final OwnCalls ownCalls;

    RequestHeaders(ClientAddress clientAddress, RequestDeadline deadline, OwnCalls ownCalls) {
        this.clientAddress = clientAddress;
        this.deadline = deadline;
        this.ownCalls = ownCalls;
    }

    @Override
    public HttpHeaders filter(HttpHeaders input, ServerWebExchange exchange) {
        List<String> connection = input.getConnection();
        HttpHeaders output = new HttpHeaders();
        input.forEach((name, values) -> {
            if (!isStripped(name) && !names(connection, name)) {
                output.put(name, values);
            }
        });
        DeviceCookie.hideFromOthers(exchange.getRequest(), output);
        clientAddress.write(exchange, output);
        deadline.write(exchange, output);
        Trace.inject(exchange, output);
        if (ownCalls.contains(exchange.getRequest())) {
            output.set(WarmUpPass.HEADER, WarmUpPass.TO_UPSTREAM);
        }
        return output;
    }

    private static boolean isStripped(String name) {
        return name.regionMatches(true, 0, "X-", 0, 2) || STRIPPED.contains(name.toLowerCase(Locale.ROOT));
    }

    private static boolean names(List<String> connection, String name) {
        for (int i = 0; i < connection.size(); i++) {
            if (connection.get(i).equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }
}
