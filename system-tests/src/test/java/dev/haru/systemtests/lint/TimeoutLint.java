package dev.haru.systemtests.lint;

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
 * Checks that the timeout of an inner call is shorter than that of the outer call, from the pool to the gateway. Also
 * checks that the client closes idle connections first. docs/architecture.md explains each rule.
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
    private static final String CLAIM = "haru.profile-editing.claim";
    private static final String DEADLINE = "haru.gateway.deadline";
    private static final Pattern STATEMENT_TIMEOUT = Pattern.compile("statement_timeout=(\\S+)");

    private final Map<String, Configuration> services = new TreeMap<>();
    private final Configuration gateway;
    private final Configuration chart;
    private final List<Violation> violations = new ArrayList<>();

    /** Files of the overlay have the names of modules and override the modules' own files. */
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
        for (String upstream : upstreams(service)) {
            Configuration callee = Objects.requireNonNull(services.get(upstream), upstream);
            Limit readTimeout = service.limit(client(upstream) + ".read-timeout");
            require("lease", service.limit(LEASE), readTimeout);
            require("statement", callee.limit(POOL_WAIT).plus(statement(callee)), readTimeout);
            require("keep-alive", service.limit(CLIENT_IDLE, Duration.ofSeconds(1)), callee.limit(SERVER_IDLE));
            require(
                    "drain",
                    service.limit(CLIENT_IDLE, Duration.ofSeconds(1)),
                    chart.limit(DRAIN, Duration.ofSeconds(1)));
            // Of two services that call each other, the upstream service makes no call while it answers the other one.
            if (!callsDirectlyOrIndirectly(callee, service.module())) {
                calls(callee).forEach(call -> require("upstream", call, readTimeout));
            }
        }
        if (service.has(CLAIM)) {
            Limit change = service.limit(LEASE).plus(service.limit(POOL_WAIT)).plus(statement(service));
            calls(service)
                    .forEach(call -> require(
                            "claim", change.plus(call).times(2, "as a reserve for pauses"), service.limit(CLAIM)));
        }
        if (service.has(ASYNC)) {
            require("async", service.limit(ASYNC), gateway.limit(DEADLINE));
            require("sign-in-queue", service.limit(SIGN_IN_QUEUE), service.limit(ASYNC));
        }
    }

    private void checkRoute(String route) {
        String id = gateway.text(route + ".id");
        Configuration service = Objects.requireNonNull(services.get(id), id);
        Limit responseTimeout = gateway.limit(route + ".response-timeout");
        calls(service).forEach(call -> require("route", call, responseTimeout));
        require("deadline", gateway.limit(DEADLINE), responseTimeout);
        require("connect", gateway.limit("haru.gateway.connections.connect-timeout"), gateway.limit(DEADLINE));
        require("gateway-keep-alive", gateway.limit(GATEWAY_IDLE), service.limit(SERVER_IDLE));
        require("gateway-drain", gateway.limit(GATEWAY_IDLE), chart.limit(DRAIN, Duration.ofSeconds(1)));
    }

    private void require(String rule, Limit shorter, Limit longer) {
        if (shorter.value().compareTo(longer.value()) >= 0) {
            violations.add(new Violation(rule, shorter, longer));
        }
    }

    private boolean callsDirectlyOrIndirectly(Configuration service, String wanted) {
        return upstreams(service).contains(wanted)
                || upstreams(service).stream()
                        .map(services::get)
                        .filter(Objects::nonNull)
                        .filter(upstream -> !callEachOther(service, upstream))
                        .anyMatch(upstream -> upstreams(upstream).contains(wanted));
    }

    private static boolean callEachOther(Configuration one, Configuration other) {
        return upstreams(one).contains(other.module()) && upstreams(other).contains(one.module());
    }

    /** The maximum duration of each call to an upstream service, with its retries. */
    private static Stream<Limit> calls(Configuration service) {
        int attempts = Integer.parseInt(service.text("haru.upstream.tries"));
        Limit pause = service.limit("haru.upstream.pause");
        return upstreams(service).stream().map(upstream -> {
            Limit call = service.limit(client(upstream) + ".connect-timeout")
                    .plus(service.limit(client(upstream) + ".read-timeout"))
                    .times(attempts, "tries, haru.upstream.tries in " + service.placeOf("haru.upstream.tries"));
            return attempts == 1 ? call : call.plus(pause.times(attempts - 1, "pauses"));
        });
    }

    private static Set<String> upstreams(Configuration service) {
        return service.map(CLIENTS).keySet();
    }

    private static String client(String upstream) {
        return CLIENTS + "." + upstream;
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
