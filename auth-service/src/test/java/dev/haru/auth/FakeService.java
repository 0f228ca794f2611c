package dev.haru.auth;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.haru.platform.test.UpstreamStub;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** A stub of member-service and schedule-service, one for each JVM. */
public final class FakeService {

    public static final WireMockServer SERVER = UpstreamStub.start();

    private FakeService() {}

    /** Clears the recorded requests and accepts every request. */
    public static void acceptAll() {
        SERVER.resetAll();
        SERVER.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(204)));
    }

    /** Clears the recorded requests and resets every connection. */
    public static void resetConnections() {
        SERVER.resetAll();
        SERVER.stubFor(any(anyUrl()).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
    }

    /** Clears the recorded requests and refuses every request with 400. */
    public static void refuseAll() {
        SERVER.resetAll();
        SERVER.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(400)));
    }

    static final class Initializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

        @Override
        public void initialize(ConfigurableApplicationContext context) {
            TestPropertyValues.of("MEMBER_URL=" + SERVER.baseUrl(), "SCHEDULE_URL=" + SERVER.baseUrl())
                    .applyTo(context);
        }
    }

    static final class AcceptBeforeEach implements BeforeEachCallback {

        @Override
        public void beforeEach(ExtensionContext test) {
            acceptAll();
        }
    }
}
