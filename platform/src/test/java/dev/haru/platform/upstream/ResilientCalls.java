package dev.haru.platform.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import feign.Body;
import feign.Client;
import feign.Feign;
import feign.Param;
import feign.Request;
import feign.RequestLine;
import feign.Response;
import feign.Retryer;
import feign.Target.HardCodedTarget;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A client of one upstream service over a fake network, with its breaker, the number of its calls and the time that
 * measures them. An open breaker stays open: a test permits trial calls itself.
 */
final class ResilientCalls {

    /** The calls after which the breaker may open. */
    static final int MINIMUM = 4;

    /** The trial calls of a half-open breaker. The bulkhead lets one more call through. */
    static final int TRIALS = 3;

    static final int CONNECT_TIMEOUT_MILLIS = 500;

    /** Longer than a pause of the test on a busy machine. */
    static final int READ_TIMEOUT_MILLIS = 60_000;

    private static final String UPSTREAM = "thing-service";

    private final ResiliencePolicies policies = new ResiliencePolicies(new UpstreamProperties(
            2, Duration.ofMillis(2), TRIALS + 1, new BreakerProperties(10, MINIMUM, 50, Duration.ofHours(1), TRIALS)));
    final CircuitBreaker breaker = policies.of(UPSTREAM).breaker();
    final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong nanoTime = new AtomicLong();

    Api over(Client network) {
        Client counted = (request, options) -> {
            calls.incrementAndGet();
            return network.execute(request, options);
        };
        return Feign.builder()
                .client(new ResilientClient(counted, policies, nanoTime::get))
                .retryer(Retryer.NEVER_RETRY)
                .options(new Request.Options(
                        CONNECT_TIMEOUT_MILLIS,
                        TimeUnit.MILLISECONDS,
                        READ_TIMEOUT_MILLIS,
                        TimeUnit.MILLISECONDS,
                        true))
                .target(new HardCodedTarget<>(Api.class, UPSTREAM, "http://thing-service"));
    }

    /** Lets a call take this time. */
    void takeTime(Duration duration) {
        nanoTime.addAndGet(duration.toNanos());
    }

    static Response answer(Request request, int status) {
        return Response.builder()
                .request(request)
                .status(status)
                .headers(Map.of())
                .body("answer", UTF_8)
                .build();
    }

    static void hold(CountDownLatch latch) {
        hold(latch, 180_000);
    }

    static void hold(CountDownLatch latch, long millis) {
        try {
            assertThat(latch.await(millis, TimeUnit.MILLISECONDS)).isEqualTo(latch.getCount() == 0);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    interface Api {

        @RequestLine("GET /thing")
        String get();

        @RequestLine("POST /thing")
        @Body("{text}")
        String post(@Param("text") String text);
    }
}
