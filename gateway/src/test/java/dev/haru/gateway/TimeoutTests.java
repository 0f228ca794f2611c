package dev.haru.gateway;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that wait for a time-out of the gateway. Their gateway has short time-outs, which would make all other tests
 * depend on the speed of the machine.
 */
class TimeoutTests {

    /** Waits long for requests, because this test may pause between the connection and its first byte. */
    private static final RunningGateway impatientWithServices = RunningGateway.on(
            "redis://localhost:1", "MEMBER_RESPONSE_TIMEOUT=1s", "haru.gateway.rate-limit.enabled=false");

    private static final RunningGateway gateway = RunningGateway.on(
            "redis://localhost:1",
            "haru.gateway.body.timeout=1s",
            "haru.gateway.head.timeout=1s",
            "haru.gateway.rate-limit.enabled=false");

    @BeforeEach
    @AfterEach
    void reset() {
        FakeServices.reset();
    }

    @Test
    void lateResponseTimesOut() {
        FakeServices.hold(FakeServices.member);

        HttpResponse<String> answer =
                impatientWithServices.send(impatientWithServices.from("192.0.2.1", "/v1/members/me"));

        assertThat(answer.statusCode()).isEqualTo(504);
        assertThat(answer.body())
                .contains("\"code\":\"upstream-timeout\"", "\"detail\":\"member-service did not answer in time.\"");
        // A paused service may receive the request after the time-out.
        await().untilAsserted(() -> assertThat(FakeServices.requests()).hasSize(1));
    }

    @Test
    void failureIsExplainedInTheLanguageOfTheRequest() {
        FakeServices.hold(FakeServices.member);

        HttpResponse<String> answer = impatientWithServices.send(
                impatientWithServices.from("192.0.2.1", "/v1/members/me").header("Accept-Language", "ko"));

        assertThat(answer.statusCode()).isEqualTo(504);
        assertThat(answer.headers().firstValue("Content-Language")).hasValue("ko");
        assertThat(answer.body())
                .contains("\"code\":\"upstream-timeout\"", "\"detail\":\"member-service이(가) 제시간에 응답하지 않았습니다.\"");
    }

    @Test
    void bodyThatNeverEndsTimesOut() {
        assertThat(exchange("POST /v1/schedules HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc"))
                .startsWith("HTTP/1.1 408")
                .contains("\"code\":\"request-timeout\"");
        assertThat(FakeServices.requests()).isEmpty();
    }

    /** Otherwise a thread of the service would wait for the rest of the body. */
    @Test
    void incompleteBodyReachesNoService() throws IOException {
        FakeServices.schedule.stop();
        try (ServerSocket service =
                new ServerSocket(FakeServices.schedule.getOptions().portNumber())) {
            String head = "POST /v1/schedules HTTP/1.1\r\nHost: localhost\r\n";
            for (String half : List.of(
                    head + "Content-Length: 10\r\n\r\nabc", head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")) {
                assertThat(exchange(half)).startsWith("HTTP/1.1 408");
            }
            service.setSoTimeout(1);
            assertThatThrownBy(service::accept).isInstanceOf(SocketTimeoutException.class);
        } finally {
            FakeServices.restart(FakeServices.schedule);
        }
    }

    @Test
    void connectionWithoutAByteIsClosed() throws IOException {
        assertThat(RawHttp.exchange(gateway.port(), "")).isEmpty();
    }

    @Test
    void slowHeadersTimeOut() {
        assertThat(exchange("GET /v1/locations HTTP/1.1\r\nHost: loc"))
                .startsWith("HTTP/1.1 408")
                .contains("\"code\":\"request-timeout\"");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void slowHeadersAfterARequestTimeOut() {
        String answers = unlessClosedBeforeTheFirstByte(() -> {
            try (Socket socket =
                    RawHttp.open(gateway.port(), RawHttp.get("/v1/locations").replace("Connection: close\r\n", ""))) {
                int first = socket.getInputStream().read();
                if (first < 0) {
                    return "";
                }
                socket.getOutputStream().write("GET ".getBytes(StandardCharsets.UTF_8));
                return (char) first + new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            }
        });
        assertThat(answers).startsWith("HTTP/1.1 200").contains("HTTP/1.1 408");
    }

    private static String exchange(String request) {
        return unlessClosedBeforeTheFirstByte(() -> RawHttp.exchange(gateway.port(), request));
    }

    /**
     * Repeats an exchange that has no response. The gateway closes a connection whose first byte is late, and this test
     * may pause between the connection and its first byte.
     */
    private static String unlessClosedBeforeTheFirstByte(Callable<String> exchange) {
        return await().ignoreExceptionsInstanceOf(SocketException.class).until(exchange, not(String::isEmpty));
    }
}
