package dev.haru.gateway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.GatewayTest;
import dev.haru.gateway.pipeline.GatewayPipeline.RouteStep;
import dev.haru.gateway.pipeline.GatewayPipeline.WebStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.handler.FilteringWebHandler;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.context.ApplicationContext;
import org.springframework.core.DecoratingProxy;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.core.annotation.OrderUtils;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;

/** Compares the filter chains of the running gateway with {@link GatewayPipeline} and with docs/architecture.md. */
@GatewayTest
class GatewayPipelineTests {

    private static final Path PAGE = Path.of("..", "docs", "architecture.md");
    private static final String BEGIN = "<!-- gateway pipelines: written by make openapi -->\n";
    private static final String END = "<!-- end of gateway pipelines -->\n";

    private static final Map<Integer, String> EFFECTS_OF_WEB_FILTERS =
            Arrays.stream(WebStep.values()).collect(Collectors.toMap(WebStep::order, WebStep::effect));
    private static final Map<Integer, String> EFFECTS_OF_ROUTE_FILTERS =
            Arrays.stream(RouteStep.values()).collect(Collectors.toMap(RouteStep::order, RouteStep::effect));

    @Autowired
    ApplicationContext context;

    @Test
    void documentedPipelinesEqualTheRunningOnes() throws IOException {
        String tables = """

                Gateway, for each request (`WebFilter`):

                %s
                Gateway, only for a request with a route (`GlobalFilter`, and filters of some routes only):

                %s
                """.formatted(
                        table(webFilters(), EFFECTS_OF_WEB_FILTERS), table(routeFilters(), EFFECTS_OF_ROUTE_FILTERS));
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        assertThat(page).as("the section has its marks").contains(BEGIN, END);
        if (Boolean.getBoolean("pipelines.write")) {
            Files.writeString(PAGE, page.substring(0, begin) + tables + page.substring(end));
        } else {
            assertThat(page.substring(begin, end))
                    .as("docs/architecture.md is stale: run 'make openapi' and commit it")
                    .isEqualTo(tables);
        }
    }

    @Test
    void eachWebStepHasExactlyOneFilter() {
        assertThat(webFilters())
                .extracting(GatewayPipelineTests::orderOf)
                .containsExactlyElementsOf(
                        EFFECTS_OF_WEB_FILTERS.keySet().stream().sorted().toList());
    }

    @Test
    void eachRouteStepHasExactlyOneFilter() {
        assertThat(routeFilters())
                .extracting(GatewayPipelineTests::orderOf)
                .containsExactlyElementsOf(
                        EFFECTS_OF_ROUTE_FILTERS.keySet().stream().sorted().toList());
    }

    /** Returns the filters of each request, sorted by the builder of Spring's handler. */
    private List<WebFilter> webFilters() {
        List<WebFilter> filters = new ArrayList<>();
        WebHttpHandlerBuilder.applicationContext(context).filters(filters::addAll);
        return filters;
    }

    /** Returns the filters of all routes, sorted by Spring Cloud Gateway's handler. */
    private List<GatewayFilter> routeFilters() {
        Chains chains =
                new Chains(context.getBeanProvider(GlobalFilter.class).stream().toList());
        Set<GatewayFilter> all = new LinkedHashSet<>();
        for (Route route : context.getBean(RouteLocator.class).getRoutes().toIterable()) {
            all.addAll(chains.of(route));
        }
        List<GatewayFilter> sorted = new ArrayList<>(all);
        AnnotationAwareOrderComparator.sort(sorted);
        return sorted;
    }

    private static String table(List<?> filters, Map<Integer, String> effects) {
        StringBuilder table = new StringBuilder("| Order | Filter | Effect |\n|---|---|---|\n");
        for (Object filter : filters) {
            String name = typeOf(filter).getSimpleName();
            assertThat(effects).as("GatewayPipeline has a step for %s", name).containsKey(orderOf(filter));
            table.append("| %s | `%s` | %s |\n".formatted(text(orderOf(filter)), name, effects.get(orderOf(filter))));
        }
        return table.toString();
    }

    private static String text(int order) {
        if (order == Ordered.HIGHEST_PRECEDENCE) {
            return "highest";
        }
        if (order == Ordered.LOWEST_PRECEDENCE) {
            return "lowest";
        }
        return order < 0 ? "+" + (order - Ordered.HIGHEST_PRECEDENCE) : String.valueOf(order);
    }

    private static int orderOf(Object filter) {
        return filter instanceof Ordered ordered
                ? ordered.getOrder()
                : OrderUtils.getOrder(typeOf(filter), Ordered.LOWEST_PRECEDENCE);
    }

    private static Class<?> typeOf(Object filter) {
        return switch (filter) {
            case OrderedGatewayFilter ordered -> typeOf(ordered.getDelegate());
            case DecoratingProxy adapter -> adapter.getDecoratedClass();
            default -> filter.getClass();
        };
    }

    /** Shows the chain of a route, which the superclass builds. */
    private static final class Chains extends FilteringWebHandler {

        Chains(List<GlobalFilter> filters) {
            super(filters, false);
        }

        List<GatewayFilter> of(Route route) {
            return getAllFilters(route);
        }
    }
}
