package dev.haru.gateway.route;

import dev.haru.gateway.deadline.RequestDeadline;
import dev.haru.gateway.header.HeaderFilters;
import dev.haru.gateway.warmup.WarmUpRequests;
import io.netty.channel.ChannelOption;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.filter.NettyRoutingFilter;
import org.springframework.cloud.gateway.filter.NettyWriteResponseFilter;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Creates the routes and the HTTP client that they use. */
@Configuration(proxyBeanMethods = false)
class RouteConfig {

    @Bean
    RouteLocator routes(RouteLocatorBuilder builder, Services services) {
        RouteLocatorBuilder.Builder routes = builder.routes();
        for (Services.Service service : services.services()) {
            routes.route(
                    service.id(),
                    route -> route.path(service.paths().toArray(String[]::new)).uri(service.url()));
        }
        return routes.build();
    }

    @Bean(destroyMethod = "dispose")
    ConnectionProvider serviceConnections(ConnectionProperties properties, RequestDeadline deadline) {
        return connections("services", properties.max(), properties, deadline.total());
    }

    @Bean
    HttpClient serviceClient(ConnectionProvider serviceConnections, ConnectionProperties properties) {
        return client(serviceConnections, properties);
    }

    /**
     * A pool of connections. {@link WaitingRequests} bounds how many requests wait. Each request waits until its
     * deadline, which begins when the gateway forwards it.
     */
    static ConnectionProvider connections(String name, int max, ConnectionProperties properties, Duration deadline) {
        return ConnectionProvider.builder(name)
                .maxConnections(max)
                .pendingAcquireMaxCount(-1)
                .pendingAcquireTimeout(deadline)
                .maxIdleTime(properties.maxIdle())
                .maxLifeTime(properties.maxLife())
                .evictInBackground(Duration.ofSeconds(10))
                .lifo()
                .metrics(true)
                .build();
    }

    static HttpClient client(ConnectionProvider connections, ConnectionProperties properties) {
        return HttpClient.create(connections).option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                properties.connectTimeout().toMillis());
    }

    @Bean
    NettyRoutingFilter nettyRoutingFilter(
            HttpClient serviceClient,
            ServiceClients clients,
            ServiceBreakers breakers,
            WaitingRequests waiting,
            RequestDeadline deadline,
            WarmUpRequests warmUpRequests,
            HeaderFilters headers,
            HttpClientProperties properties) {
        return new ServiceRoutingFilter(
                serviceClient, clients, breakers, waiting, deadline, warmUpRequests, provider(headers), properties);
    }

    @Bean
    NettyWriteResponseFilter nettyWriteResponseFilter(GatewayProperties properties, HeaderFilters headers) {
        return new SingleWriteResponseFilter(properties.getStreamingMediaTypes(), provider(headers));
    }

    private static ObjectProvider<List<HttpHeadersFilter>> provider(HeaderFilters headers) {
        return new ObjectProvider<>() {
            @Override
            public List<HttpHeadersFilter> getObject() {
                return headers.filters();
            }
        };
    }
}
