package dev.haru.auth;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.Fault;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** A fake for member-service and schedule-service, one for each JVM. */
public final class FakeService {

    public static final WireMockServer SERVER = start();

    private FakeService() {}

    /** Clears the recorded requests and accepts every request. */
    public static void takesEverything() {
        SERVER.resetAll();
        SERVER.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(204)));
    }

    /** Clears the recorded requests and resets every connection. */
    public static void isDown() {
        SERVER.resetAll();
        SERVER.stubFor(any(anyUrl()).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
    }

    /** Clears the recorded requests and refuses every request with 400. */
    public static void refuses() {
        SERVER.resetAll();
        SERVER.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(400)));
    }

    private static WireMockServer start() {
        WireMockServer server =
                new WireMockServer(WireMockConfiguration.options().dynamicPort().bindAddress("127.0.0.1"));
        server.start();
        return server;
    }

    static final class Initializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

        @Override
        public void initialize(ConfigurableApplicationContext context) {
            TestPropertyValues.of("MEMBER_URL=" + SERVER.baseUrl(), "SCHEDULE_URL=" + SERVER.baseUrl())
                    .applyTo(context);
        }
    }
}
