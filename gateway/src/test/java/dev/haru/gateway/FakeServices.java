package dev.haru.gateway;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.haru.platform.port.FreePort;
import dev.haru.platform.test.HeldResponses;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistrar;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

/** Fakes of the three services. Each fake returns its name for every request until a test stubs another response. */
@TestConfiguration(proxyBeanMethods = false)
public class FakeServices {

    private static final HeldResponses held = new HeldResponses();

    public static final WireMockServer auth = service();
    public static final WireMockServer member = service();
    public static final WireMockServer schedule = service();

    static {
        Stream.of(auth, member, schedule).forEach(WireMockServer::start);
        reset();
    }

    /** Removes the recorded requests and the stubs, and releases the held responses. */
    public static void reset() {
        release();
        reset(auth, "auth-service");
        reset(member, "member-service");
        reset(schedule, "schedule-service");
    }

    /** Holds every response of the service until {@link #release} or the next {@link #reset}. */
    public static void hold(WireMockServer service) {
        hold(service, any(anyUrl()).willReturn(ok()));
    }

    /** Holds the responses of a stub until {@link #release} or the next {@link #reset}. */
    public static void hold(WireMockServer service, MappingBuilder stub) {
        held.hold();
        service.stubFor(HeldResponses.of(stub));
    }

    /** Releases the held responses. The service sends later responses at once. */
    public static void release() {
        held.release();
    }

    /** Restarts a service that a test has stopped. */
    public static void restart(WireMockServer service) {
        service.start();
        reset();
    }

    /** Returns the requests that the services received, except the gateway's own requests for OpenAPI documents. */
    public static List<LoggedRequest> requests() {
        return Stream.of(auth, member, schedule)
                .flatMap(service -> service.getAllServeEvents().stream())
                .map(event -> event.getRequest())
                .filter(request -> !request.getUrl().equals("/v3/api-docs"))
                .toList();
    }

    // A fixed port, so that a restarted service listens on the same port as before.
    private static WireMockServer service() {
        return new WireMockServer(
                options().port(FreePort.next()).gzipDisabled(true).extensions(held));
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

    static final class ResetBeforeEach implements BeforeEachCallback {

        @Override
        public void beforeEach(ExtensionContext test) {
            reset();
        }
    }
}
