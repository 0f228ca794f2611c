package dev.haru.gateway.header;

import dev.haru.gateway.trace.Trace;
import dev.haru.platform.capacity.CapacityReport;
import dev.haru.platform.trace.TraceIds;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/**
 * Removes the headers of the connection to the service, because the client's connection has its own. Also removes
 * headers that are for the gateway only.
 */
@Component
final class ResponseHeaders implements HttpHeadersFilter {

    @Override
    public HttpHeaders filter(HttpHeaders headers, ServerWebExchange exchange) {
        headers.remove(HttpHeaders.CONNECTION);
        headers.remove("Keep-Alive");
        headers.remove("Proxy-Connection");
        headers.remove(HttpHeaders.TRANSFER_ENCODING);
        headers.remove(HttpHeaders.TRAILER);
        headers.remove(HttpHeaders.UPGRADE);
        headers.remove(HttpHeaders.SERVER);
        Trace.recordRoute(exchange, headers.getFirst(TraceIds.ROUTE_HEADER));
        headers.remove(TraceIds.ROUTE_HEADER);
        headers.remove(CapacityReport.HEADER);
        headers.remove(CapacityReport.SATURATED_HEADER);
        return headers;
    }

    @Override
    public boolean supports(Type type) {
        return type == Type.RESPONSE;
    }
}
