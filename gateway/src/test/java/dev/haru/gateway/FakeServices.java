package dev.haru.gateway;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistrar;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

/** Fakes of the three services. Each fake returns its name for every request until a test stubs another response. */
@TestConfiguration(proxyBeanMethods = false)
public class FakeServices {

    public static final WireMockServer auth =
            new WireMockServer(options().port(freePort()).gzipDisabled(true));
    public static final WireMockServer member =
            new WireMockServer(options().port(freePort()).gzipDisabled(true));
    public static final WireMockServer schedule =
            new WireMockServer(options().port(freePort()).gzipDisabled(true));

    static {
        Stream.of(auth, member, schedule).forEach(WireMockServer::start);
        reset();
    }

    /** Removes the recorded requests and the stubs. */
    public static void reset() {
        reset(auth, "auth-service");
        reset(member, "member-service");
        reset(schedule, "schedule-service");
    }

    /** Restarts a service that a test has stopped. */
    public static void restart(WireMockServer service) {
        service.start();
        reset();
    }

    /** Returns the requests that the services received. */
    public static List<LoggedRequest> requests() {
        return Stream.of(auth, member, schedule)
                .flatMap(service -> service.getAllServeEvents().stream())
                .map(event -> event.getRequest())
                .toList();
    }

    // A fixed port, so that a restarted service listens on the same port as before.
    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void reset(WireMockServer service, String name) {
        service.resetAll();
        service.stubFor(any(anyUrl()).willReturn(ok(name)));
    }

    @Bean
    DynamicPropertyRegistrar addresses() {
        return registry -> {
            registry.add("AUTH_URL", auth::baseUrl);
            registry.add("MEMBER_URL", member::baseUrl);
            registry.add("SCHEDULE_URL", schedule::baseUrl);
        };
    }

    /** A route that fails with an unexpected error in the gateway itself. */
    @Bean
    RouterFunction<ServerResponse> failingRoute() {
        return RouterFunctions.route()
                .GET("/mistake", _ -> {
                    throw new IllegalStateException("a secret");
                })
                .build();
    }
}
