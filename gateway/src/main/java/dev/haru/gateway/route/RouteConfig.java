package dev.haru.gateway.route;

import dev.haru.gateway.deadline.RequestDeadline;
import dev.haru.gateway.header.HeaderFilters;
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

/** The routes, and the client behind them. */
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
    ConnectionProvider serviceConnections(ConnectionProperties properties) {
        return ConnectionProvider.builder("services")
                .maxConnections(properties.max())
                .pendingAcquireMaxCount(properties.maxWaiting())
                .pendingAcquireTimeout(properties.acquireTimeout())
                .maxIdleTime(properties.maxIdle())
                .maxLifeTime(properties.maxLife())
                .evictInBackground(Duration.ofSeconds(10))
                .lifo()
                .metrics(true)
                .build();
    }

    @Bean
    HttpClient serviceClient(ConnectionProvider serviceConnections, ConnectionProperties properties) {
        return HttpClient.create(serviceConnections).option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                properties.connectTimeout().toMillis());
    }

    @Bean
    NettyRoutingFilter nettyRoutingFilter(
            HttpClient serviceClient,
            Services services,
            ServiceBreakers breakers,
            RequestDeadline deadline,
            HeaderFilters headers,
            HttpClientProperties properties) {
        return new ServiceRoutingFilter(serviceClient, services, breakers, deadline, provider(headers), properties);
    }

    @Bean
    NettyWriteResponseFilter nettyWriteResponseFilter(GatewayProperties properties, HeaderFilters headers) {
        return new NettyWriteResponseFilter(properties.getStreamingMediaTypes(), provider(headers));
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
