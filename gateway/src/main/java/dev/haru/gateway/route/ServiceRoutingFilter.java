package dev.haru.gateway.route;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.filter.NettyRoutingFilter;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.http.client.HttpClient;

/**
 * Spring Cloud Gateway's filter with a client for each service, whose time-out the connection's own event loop keeps.
 * The route metadata {@code response-timeout} does the same by a timer of another thread; that measured a sixth more
 * processor time per request.
 */
final class ServiceRoutingFilter extends NettyRoutingFilter {

    private final Map<String, HttpClient> clients = new HashMap<>();

    ServiceRoutingFilter(
            HttpClient client,
            Services services,
            ObjectProvider<List<HttpHeadersFilter>> headers,
            HttpClientProperties properties) {
        super(client, headers, properties);
        services.services()
                .forEach(service -> clients.put(service.id(), client.responseTimeout(service.responseTimeout())));
    }

    @Override
    protected HttpClient getHttpClient(Route route, ServerWebExchange exchange) {
        HttpClient client = clients.get(route.getId());
        return client == null ? super.getHttpClient(route, exchange) : client;
    }
}
