package dev.haru.gateway.route;

import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.RunningGateway;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HashingBulkheadTests {

    private static final String LOGIN = "/v1/auth/user/login";
    private static final int CONNECTIONS = 4;

    private static final RunningGateway gateway = RunningGateway.on(
            "redis://localhost:1",
            "haru.gateway.connections.max=" + CONNECTIONS,
            "haru.gateway.connections.max-waiting=1",
            "haru.gateway.connections.max-hashing=" + CONNECTIONS,
            "haru.gateway.saturation.delay=1ms",
            "haru.gateway.rate-limit.enabled=false");

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @AfterEach
    void reset() {
        FakeServices.reset();
    }

    @Test
    void hashingCallsBeyondTheirConnectionsAreRefused() {
        holdLogins();

        List<CompletableFuture<HttpResponse<String>>> logins = startLoginsBeyondTheConnections();
        FakeServices.release();
        List<HttpResponse<String>> answers = RunningGateway.join(logins);

        assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(CONNECTIONS);
        assertThat(answers)
                .filteredOn(answer -> answer.statusCode() != 200)
                .hasSize(20 - CONNECTIONS)
                .allSatisfy(answer -> {
                    assertThat(answer.statusCode()).isEqualTo(503);
                    assertThat(answer.headers().firstValue("Retry-After")).hasValue("2");
                    assertThat(answer.body()).contains("\"code\":\"hashing-saturated\"");
                });
    }

    @Test
    void hashingCallsUseSeparateConnections() {
        holdLogins();
        List<CompletableFuture<HttpResponse<String>>> logins = startLoginsBeyondTheConnections();

        List<HttpResponse<String>> others = gateway.sendAll(CONNECTIONS, call("/v1/auth/user/refresh"));

        assertThat(logins).filteredOn(login -> !login.isDone()).hasSize(CONNECTIONS);
        assertThat(others).allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200));
        FakeServices.release();
        RunningGateway.join(logins);
    }

    private static void holdLogins() {
        FakeServices.hold(FakeServices.auth, post(LOGIN).willReturn(ok()));
    }

    /** Starts 20 logins and waits for the refusals of those beyond the connections. */
    private static List<CompletableFuture<HttpResponse<String>>> startLoginsBeyondTheConnections() {
        List<CompletableFuture<HttpResponse<String>>> logins = gateway.start(20, call(LOGIN));
        RunningGateway.awaitArrived(20 - CONNECTIONS, logins);
        return logins;
    }

    private static HttpRequest.Builder call(String path) {
        return gateway.from("192.0.2.1", path).POST(BodyPublishers.ofString("{}"));
    }
}
