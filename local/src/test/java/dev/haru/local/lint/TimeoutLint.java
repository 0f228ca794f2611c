package dev.haru.local.lint;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which the part that is slow is the part that gives up first, from the pool to the gateway, and by which
 * it is always the client that closes an idle connection. What each rule is for stands in docs/architecture.md.
 */
final class TimeoutLint {

    private static final String GATEWAY = "gateway";
    private static final List<String> SERVICES = List.of("auth-service", "member-service", "schedule-service");

    static final String POOL_WAIT = "spring.datasource.hikari.connection-timeout";
    static final String POOL_OPTIONS = "spring.datasource.hikari.data-source-properties.options";
    private static final String CLIENTS = "spring.cloud.openfeign.client.config";
    private static final String LEASE = "spring.cloud.openfeign.httpclient.hc5.connection-request-timeout";
    private static final String CLIENT_IDLE = "spring.cloud.openfeign.httpclient.time-to-live";
    private static final String SERVER_IDLE = "server.tomcat.keep-alive-timeout";
    private static final String GATEWAY_IDLE = "haru.gateway.connections.max-idle";
    private static final String DRAIN = "shutdown.drain";
    private static final String ASYNC = "spring.mvc.async.request-timeout";
    private static final String SIGN_IN_QUEUE = "haru.password.governor.max-wait";
    private static final String DEADLINE = "haru.gateway.deadline";
    private static final Pattern STATEMENT_TIMEOUT = Pattern.compile("statement_timeout=(\\S+)");

    private final Map<String, Configuration> services = new TreeMap<>();
    private final Configuration gateway;
    private final Configuration chart;
    private final List<Violation> violations = new ArrayList<>();

    /** Files of the overlay, named for modules, win over the modules' own. */
    TimeoutLint(Path repository, @Nullable Path overlay) {
        SERVICES.forEach(service -> services.put(service, configuration(repository, service, overlay)));
        this.gateway = configuration(repository, GATEWAY, overlay);
        this.chart = new Configuration(repository, "chart", List.of(repository.resolve("charts/service/values.yaml")));
    }

    List<Violation> violations() {
        violations.clear();
        services.values().forEach(this::checkService);
        for (int i = 0; gateway.has("haru.gateway.services[%d].id".formatted(i)); i++) {
            checkRoute("haru.gateway.services[%d]".formatted(i));
        }
        return List.copyOf(violations);
    }

    private void checkService(Configuration service) {
        require("pool-wait", service.limit(POOL_WAIT), statement(service));
        for (String neighbour : neighbours(service)) {
            Configuration callee = Objects.requireNonNull(services.get(neighbour), neighbour);
            Limit patience = service.limit(client(neighbour) + ".read-timeout");
            require("lease", service.limit(LEASE), patience);
            require("statement", callee.limit(POOL_WAIT).plus(statement(callee)), patience);
            require("keep-alive", service.limit(CLIENT_IDLE, Duration.ofSeconds(1)), callee.limit(SERVER_IDLE));
            require(
                    "drain",
                    service.limit(CLIENT_IDLE, Duration.ofSeconds(1)),
                    chart.limit(DRAIN, Duration.ofSeconds(1)));
            // What is delivered against the stream of questions leads to no further question.
            if (!asks(callee, service.module())) {
                calls(callee).forEach(call -> require("neighbour", call, patience));
            }
        }
        if (service.has(ASYNC)) {
            require("async", service.limit(ASYNC), gateway.limit(DEADLINE));
            require("sign-in-queue", service.limit(SIGN_IN_QUEUE), service.limit(ASYNC));
        }
    }

    private void checkRoute(String route) {
        String id = gateway.text(route + ".id");
        Configuration service = Objects.requireNonNull(services.get(id), id);
        Limit patience = gateway.limit(route + ".response-timeout");
        calls(service).forEach(call -> require("route", call, patience));
        require("deadline", gateway.limit(DEADLINE), patience);
        require("connect", gateway.limit("haru.gateway.connections.connect-timeout"), gateway.limit(DEADLINE));
        require("gateway-keep-alive", gateway.limit(GATEWAY_IDLE), service.limit(SERVER_IDLE));
        require("gateway-drain", gateway.limit(GATEWAY_IDLE), chart.limit(DRAIN, Duration.ofSeconds(1)));
    }

    private void require(String rule, Limit shorter, Limit longer) {
        if (shorter.value().compareTo(longer.value()) >= 0) {
            violations.add(new Violation(rule, shorter, longer));
        }
    }

    private boolean asks(Configuration service, String wanted) {
        return neighbours(service).contains(wanted)
                || neighbours(service).stream()
                        .map(services::get)
                        .filter(Objects::nonNull)
                        .filter(neighbour -> !asksEachOther(service, neighbour))
                        .anyMatch(neighbour -> neighbours(neighbour).contains(wanted));
    }

    private static boolean asksEachOther(Configuration one, Configuration other) {
        return neighbours(one).contains(other.module()) && neighbours(other).contains(one.module());
    }

    /** The longest that each call to a neighbour takes, with its further tries. */
    private static Stream<Limit> calls(Configuration service) {
        int tries = Integer.parseInt(service.text("haru.upstream.tries"));
        Limit pause = service.limit("haru.upstream.pause");
        return neighbours(service).stream().map(neighbour -> {
            Limit call = service.limit(client(neighbour) + ".connect-timeout")
                    .plus(service.limit(client(neighbour) + ".read-timeout"))
                    .times(tries, "tries, haru.upstream.tries in " + service.placeOf("haru.upstream.tries"));
            return tries == 1 ? call : call.plus(pause.times(tries - 1, "pauses"));
        });
    }

    private static Set<String> neighbours(Configuration service) {
        return service.map(CLIENTS).keySet();
    }

    private static String client(String neighbour) {
        return CLIENTS + "." + neighbour;
    }

    private static Limit statement(Configuration service) {
        Matcher option = STATEMENT_TIMEOUT.matcher(service.text(POOL_OPTIONS));
        if (!option.find()) {
            throw new AssertionError(service.module() + " sets no statement_timeout in " + POOL_OPTIONS);
        }
        return service.limit(POOL_OPTIONS, "statement_timeout", option.group(1));
    }

    static Configuration configuration(Path repository, String module, @Nullable Path overlay) {
        Path own = repository.resolve(module).resolve("src/main/resources/application.yml");
        return new Configuration(
                repository, module, overlay == null ? List.of(own) : List.of(overlay.resolve(module + ".yml"), own));
    }
}
