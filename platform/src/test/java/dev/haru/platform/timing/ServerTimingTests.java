package dev.haru.platform.timing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.ServiceDefaults;
import dev.haru.platform.security.PublicEndpoints;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.WebAsyncTask;

/** Runs on a real server, which decides when it sends the headers of a response. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.application.name=thing-service",
            "haru.service.name=thing-service",
            "haru.service.secret=own-secret-0123456789"
        })
class ServerTimingTests {

    private static final String OWN = "thing;dur=[0-9.]+";

    private final HttpClient http = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @ParameterizedTest
    @CsvSource({
        "/open/small, 200",
        "/open/nothing, 204",
        "/open/large, 200",
        "/open/flushed, 200",
        "/open/refused-by-the-container, 409",
        "/open/broken, 500",
        "/open/a;b, 400",
        "/closed, 401",
        "/internal/thing, 403",
        "/error, 404"
    })
    void everyResponseHasTheTimingHeader(String path, int status) throws Exception {
        HttpResponse<String> answer = get(path);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().allValues("Server-Timing"))
                .singleElement()
                .asString()
                .matches(OWN);
        assertThat(answer.headers().allValues("X-Trace-Id"))
                .singleElement()
                .asString()
                .matches("[0-9a-f]{32}");
        if (status >= 400) {
            assertThat(answer.body())
                    .contains("\"traceId\":\""
                            + answer.headers().firstValue("X-Trace-Id").orElse("") + "\"");
        }
    }

    @Test
    void workInAnotherThreadCountsForTheRequest() throws Exception {
        assertThat(timing("/open/later")).matches(OWN + ", hash;dur=[0-9.]+");
    }

    @Test
    void asyncTimeoutReportsTheRunningActivity() throws Exception {
        HttpResponse<String> answer = get("/open/too-late");
        ThingController.ANSWERED.countDown();

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Server-Timing").orElse("")).matches(OWN + ", hash-wait;dur=[0-9.]+");
    }

    private String timing(String path) throws Exception {
        return get(path).headers().firstValue("Server-Timing").orElse("");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                        .build(),
                BodyHandlers.ofString());
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
    @ServiceDefaults
    static class ThingService {

        @Bean
        ThingController things() {
            return new ThingController();
        }

        @Bean
        PublicEndpoints open() {
            return PublicEndpoints.of("GET /open/{what}");
        }

        @Bean
        OpaqueTokenIntrospector introspector() {
            return _ -> {
                throw new BadOpaqueTokenException("unknown");
            };
        }
    }

    @RestController
    static class ThingController {

        private static final CountDownLatch ANSWERED = new CountDownLatch(1);
        private static final String LARGE = "x".repeat(200_000);

        @GetMapping("/open/{what}")
        ResponseEntity<String> open(@PathVariable String what) {
            return switch (what) {
                case "nothing" -> ResponseEntity.noContent().build();
                case "large" -> ResponseEntity.ok(LARGE);
                case "small" -> ResponseEntity.ok("small");
                default -> throw new IllegalStateException("broken");
            };
        }

        @GetMapping("/open/flushed")
        void flushed(HttpServletResponse response) throws IOException {
            response.getOutputStream().write("a".getBytes(StandardCharsets.UTF_8));
            response.flushBuffer();
            response.getOutputStream().write("b".getBytes(StandardCharsets.UTF_8));
        }

        @GetMapping("/open/refused-by-the-container")
        void refused(HttpServletResponse response) throws IOException {
            response.sendError(HttpStatus.CONFLICT.value());
        }

        @GetMapping("/open/later")
        Callable<String> later() {
            return () -> {
                RequestTiming timing = RequestTiming.current();
                timing.begin(Part.HASH);
                LockSupport.parkNanos(1_000_000);
                timing.end(Part.HASH);
                return "later";
            };
        }

        @GetMapping("/open/too-late")
        WebAsyncTask<String> tooLate() {
            // Begins before the timeout does. Another thread could begin it too late on a busy machine.
            RequestTiming.current().begin(Part.HASH_WAIT);
            return new WebAsyncTask<>(300, () -> {
                awaitAnswer();
                return "too late";
            });
        }

        /** Ignores the interrupt at the timeout; otherwise its exception would become the response. */
        private static void awaitAnswer() {
            while (ANSWERED.getCount() > 0) {
                Thread.interrupted();
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}
