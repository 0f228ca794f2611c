package dev.haru.gateway.route;

import dev.haru.gateway.block.BlockedLogin;
import dev.haru.gateway.compression.ResponseCompression;
import dev.haru.gateway.deadline.RequestDeadline;
import dev.haru.gateway.hashing.HashingCalls;
import dev.haru.gateway.hashing.SaturationFilter;
import dev.haru.gateway.hashing.SaturationResponseFilter;
import dev.haru.gateway.header.HeaderFilters;
import dev.haru.gateway.warmup.WarmUpRequests;
import java.util.List;
import java.util.function.Predicate;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.NettyRoutingFilter;
import org.springframework.cloud.gateway.filter.NettyWriteResponseFilter;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.route.builder.Buildable;
import org.springframework.cloud.gateway.route.builder.PredicateSpec;
import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.http.client.HttpClient;

/** Creates the routes, and the filters that call a service and send its response. */
@Configuration(proxyBeanMethods = false)
class RouteConfig {

    private static final String HASHES = "hashes";

    /**
     * The routes of each service. All routes of a service have its id, because metrics, traces, circuit breakers and
     * problems name the service. Calls that hash have their own routes, with filters and connections that other calls
     * do not have. Their order is after the routes of the other services, whose requests therefore do not pass their
     * predicates, and before the general route of their own service.
     */
    @Bean
    RouteLocator routes(
            RouteLocatorBuilder builder,
            Services services,
            BlockedLogin blockedLogin,
            SaturationFilter saturation,
            SaturationResponseFilter saturationResponse) {
        RouteLocatorBuilder.Builder routes = builder.routes();
        for (Services.Service service : services.services()) {
            boolean hashes = service.id().equals(HashingCalls.SERVICE);
            if (hashes) {
                GatewayFilter[] ofSignIn = {blockedLogin, saturation, saturationResponse};
                GatewayFilter[] ofOthers = {saturation, saturationResponse};
                routes.route(service.id(), route -> hashing(route, HashingCalls::isSignIn, service, ofSignIn));
                routes.route(service.id(), route -> hashing(route, HashingCalls::contain, service, ofOthers));
            }
            routes.route(
                    service.id(),
                    route -> route.order(hashes ? 2 : 0)
                            .path(service.paths().toArray(String[]::new))
                            .uri(service.url()));
        }
        return routes.build();
    }

    private static Buildable<Route> hashing(
            PredicateSpec route,
            Predicate<ServerWebExchange> calls,
            Services.Service service,
            GatewayFilter... filters) {
        return route.order(1)
                .predicate(calls)
                .filters(ofRoute -> ofRoute.filters(filters))
                .metadata(HASHES, true)
                .uri(service.url());
    }

    /** Returns whether the calls of this route hash a password. */
    static boolean hashes(Route route) {
        return route.getMetadata().containsKey(HASHES);
    }

    @Bean
    NettyRoutingFilter nettyRoutingFilter(
            HttpClient serviceClient,
            ServiceClients clients,
            ServiceBreakers breakers,
            RequestDeadline deadline,
            WarmUpRequests warmUpRequests,
            HeaderFilters headers,
            HttpClientProperties properties) {
        return new ServiceRoutingFilter(
                serviceClient, clients, breakers, deadline, warmUpRequests, provider(headers), properties);
    }

    @Bean
    NettyWriteResponseFilter nettyWriteResponseFilter(
            GatewayProperties properties, HeaderFilters headers, ResponseCompression compression) {
        return new SingleWriteResponseFilter(properties.getStreamingMediaTypes(), provider(headers), compression);
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
