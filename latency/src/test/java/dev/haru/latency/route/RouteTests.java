package dev.haru.latency.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.TraceFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTests {

    @ParameterizedTest
    @CsvSource({
        "get /v1/orders, GET, /v1/orders",
        "PROPFIND /files, PROPFIND, /files",
        "GET orders, GET, orders",
        "GET, '', GET",
        "orders process, '', orders process",
        "stock.Stock/Get, '', stock.Stock/Get"
    })
    void textHasAMethodIfItNamesOne(String text, String method, String template) {
        assertThat(Route.of(text)).isEqualTo(new Route(method, template));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1/orders", "{controller}", "/", "orders/{id}/"})
    void templateWithoutTheFirstSlashIsItsOwn(String template) {
        assertThat(routeCalling("GET " + template)).isEqualTo(new Route("GET", template));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock-service", "/v1/**"})
    void idOfAGatewaysRouteIsReplacedByTheCalledRoute(String id) {
        assertThat(routeCalling("GET " + id)).isEqualTo(new Route("GET", "/v1/stock"));
    }

    @Test
    void otherMethodsOfTheCalledServiceDoNotCount() {
        assertThat(routeCalling("POST stock-service")).isEqualTo(new Route("POST", "stock-service"));
    }

    private static Route routeCalling(String route) {
        TraceFixture trace = TraceFixture.trace();
        trace.server("shop", route, 0, 20).call("GET", 1, 19).at("stock", "GET /v1/stock", 2, 18);
        Node top = trace.tree().roots().getFirst();
        return Route.of(top);
    }
}
