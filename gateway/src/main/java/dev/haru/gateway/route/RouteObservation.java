package dev.haru.gateway.route;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import io.micrometer.common.KeyValue;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.http.server.reactive.observation.DefaultServerRequestObservationConvention;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.stereotype.Component;

/**
 * Tags {@code http.server.requests} with the route, as traces are. Spring knows no path pattern for forwarded requests.
 */
@Component
final class RouteObservation extends DefaultServerRequestObservationConvention {

    @Override
    protected KeyValue uri(ServerRequestObservationContext context) {
        return context.getAttributes().get(GATEWAY_ROUTE_ATTR) instanceof Route route
                ? KeyValue.of("uri", route.getId())
                : super.uri(context);
    }
}
