package dev.haru.platform.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.deadline.DeadlineExceeded;
import dev.haru.platform.deadline.Deadlines;
import dev.haru.platform.warmup.ClientServiceWarmUp;
import feign.Body;
import feign.Client;
import feign.Feign;
import feign.FeignException;
import feign.Request;
import feign.RequestLine;
import feign.Response;
import feign.RetryableException;
import feign.Retryer;
import feign.Target.HardCodedTarget;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.opentelemetry.context.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

class ResilientClientTests {

    private static final String UPSTREAM = "thing-service";
    private static final int MINIMUM = 4;
    private static final int TRIALS = 3;

    private final ResiliencePolicies policies = new ResiliencePolicies(new UpstreamProperties(
            2,
            Duration.ofMillis(2),
            TRIALS + 1,
            new BreakerProperties(10, MINIMUM, 50, Duration.ofMillis(200), TRIALS)));
    private final CircuitBreaker breaker = policies.of(UPSTREAM).breaker();
    private final AtomicInteger calls = new AtomicInteger();

    @Test
    void unreachableUpstreamOpensTheBreaker() {
        Api api = over((_, _) -> {
            throw new ConnectException("refused");
        });
        for (int i = 0; i < MINIMUM; i++) {
            assertThatExceptionOfType(RetryableException.class).isThrownBy(() -> api.post("x"));
        }

        Throwable refusal = catchThrowable(() -> api.post("x"));

        assertThat(refusal).isInstanceOf(CallRefused.class).isInstanceOf(FeignException.class);
        assertThat(Unavailability.isShownBy(refusal)).isTrue();
        assertThat(calls).hasValue(MINIMUM);
    }

    @Test
    void trialCallsCloseTheBreakerAfterAnOutage() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        Api api = over((request, _) -> {
            hold(slow);
            return answer(request, 200);
        });
        breaker.transitionToOpenState();
        await().atMost(Duration.ofSeconds(5)).until(() -> breaker.getState() == State.HALF_OPEN);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> requests = IntStream.range(0, 50)
                    .mapToObj(_ -> callers.submit(api::get))
                    .toList();

            await().until(() -> requests.stream().filter(Future::isDone).count() == 50 - TRIALS);
            assertThat(calls).hasValue(TRIALS);
            slow.countDown();
        }

        assertThat(breaker.getState()).isEqualTo(State.CLOSED);
        assertThat(api.get()).isEqualTo("answer");
    }

    @Test
    void callsAboveTheBulkheadAreRefusedAndNotCounted() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        Api api = over((request, _) -> {
            hold(slow);
            return answer(request, 200);
        });
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> first = IntStream.range(0, TRIALS + 1)
                    .mapToObj(_ -> callers.submit(() -> api.post("x")))
                    .toList();
            await().until(() -> calls.get() == TRIALS + 1);

            for (int i = 0; i < 1_000; i++) {
                assertThatExceptionOfType(CallRefused.class).isThrownBy(() -> api.post("x"));
            }
            slow.countDown();
            for (Future<String> call : first) {
                assertThat(call.get()).isEqualTo("answer");
            }
        }

        assertThat(breaker.getState()).isEqualTo(State.CLOSED);
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isZero();
        assertThat(api.post("x")).isEqualTo("answer");
    }

    @Test
    void exhaustedConnectionPoolIsNotAFailure() {
        Api api = over((_, _) -> {
            throw new ConnectionRequestTimeoutException("pool");
        });
        for (int i = 0; i < 3 * MINIMUM; i++) {
            assertThat(Unavailability.isShownBy(catchThrowable(() -> api.post("x"))))
                    .isTrue();
        }
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 409, 429, 500, 503})
    void fastErrorResponseIsNotAFailure(int status) {
        Api api = over((request, _) -> answer(request, status));
        for (int i = 0; i < 3 * MINIMUM; i++) {
            assertThatExceptionOfType(FeignException.class)
                    .isThrownBy(() -> api.post("x"))
                    .returns(status, FeignException::status);
        }
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 503, 504})
    void slowUnavailableResponsesOpenTheBreaker(int status) {
        Api api = over((request, _) -> {
            hold(new CountDownLatch(1), 120);
            return answer(request, status);
        });
        for (int i = 0; i < MINIMUM; i++) {
            assertThatExceptionOfType(FeignException.class).isThrownBy(() -> api.post("x"));
        }
        assertThat(breaker.getState()).isEqualTo(State.OPEN);
    }

    @Test
    void failedWarmUpCallsKeepTheBreakerClosed() {
        Api away = over((_, _) -> {
            throw new ConnectException("refused");
        });
        Api gateway = over((request, _) -> answer(request, 502));

        ClientServiceWarmUp.during(() -> {
            for (int i = 0; i < 3 * MINIMUM; i++) {
                assertThatExceptionOfType(RetryableException.class).isThrownBy(() -> away.post("x"));
                assertThatExceptionOfType(FeignException.class).isThrownBy(() -> gateway.post("x"));
            }
        });

        assertThat(breaker.getState()).isEqualTo(State.CLOSED);
        assertThat(breaker.getMetrics().getNumberOfBufferedCalls()).isZero();
        assertThat(over((request, _) -> answer(request, 200)).post("x")).isEqualTo("answer");
    }

    @Test
    void responseInterruptedInItsBodyIsAFailure() {
        Api api = over((request, _) -> answer(request, 200).toBuilder()
                .body(
                        new InputStream() {
                            @Override
                            public int read() throws IOException {
                                throw new SocketException("reset");
                            }

                            @Override
                            public int read(byte[] into, int offset, int length) throws IOException {
                                throw new SocketException("reset");
                            }
                        },
                        10)
                .build());
        for (int i = 0; i < MINIMUM; i++) {
            assertThatExceptionOfType(FeignException.class).isThrownBy(() -> api.post("x"));
        }
        assertThat(breaker.getState()).isEqualTo(State.OPEN);
    }

    @Test
    void connectionFailureRetriesAGetOnly() {
        Api api = over((request, _) -> {
            if (calls.get() % 2 == 1) {
                throw new SocketException("reset");
            }
            return answer(request, 200);
        });

        assertThat(api.get()).isEqualTo("answer");
        assertThat(calls).hasValue(2);
        assertThatExceptionOfType(RetryableException.class).isThrownBy(() -> api.post("x"));
        assertThat(calls).hasValue(3);
    }

    @Test
    void timeoutIsNotRetried() {
        Api api = over((_, _) -> {
            throw new SocketTimeoutException("Read timed out");
        });

        assertThatExceptionOfType(RetryableException.class).isThrownBy(api::get);
        assertThat(calls).hasValue(1);
    }

    @Test
    void callAfterTheDeadlineIsNotMade() {
        Api api = over((request, _) -> answer(request, 200));

        try (Scope _ = Deadlines.over().makeCurrent()) {
            assertThatExceptionOfType(DeadlineExceeded.class).isThrownBy(api::get);
        }
        assertThat(calls).hasValue(0);
    }

    @Test
    void nearDeadlineShortensTheTimeouts() {
        List<Request.Options> given = new ArrayList<>();
        Api api = over((request, options) -> {
            given.add(options);
            return answer(request, 200);
        });

        api.get();
        try (Scope _ = Deadlines.in(Duration.ofMinutes(1)).makeCurrent()) {
            api.get();
        }
        try (Scope _ = Deadlines.in(Duration.ofMillis(700)).makeCurrent()) {
            api.get();
        }

        assertThat(given)
                .extracting(Request.Options::readTimeoutMillis)
                .satisfiesExactly(
                        alone -> assertThat(alone).isEqualTo(2_500),
                        wide -> assertThat(wide).isEqualTo(2_500),
                        narrow -> assertThat(narrow).isBetween(1, 700));
        assertThat(given.getLast().connectTimeoutMillis()).isLessThanOrEqualTo(500);
    }

    @Test
    void timeoutByTheDeadlineIsNotAFailure() {
        Api api = over((_, options) -> {
            hold(new CountDownLatch(1), options.readTimeoutMillis() + 1);
            throw new SocketTimeoutException("Read timed out");
        });
        for (int i = 0; i < 2 * MINIMUM; i++) {
            try (Scope _ = Deadlines.in(Duration.ofMillis(5)).makeCurrent()) {
                assertThatExceptionOfType(DeadlineExceeded.class).isThrownBy(api::get);
            }
        }
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @Test
    void shortenedTimeoutBeforeTheDeadlineCountsAsExceeded() {
        Api api = over((_, _) -> {
            throw new SocketTimeoutException("Read timed out");
        });
        try (Scope _ = Deadlines.in(Duration.ofSeconds(2)).makeCurrent()) {
            assertThatExceptionOfType(DeadlineExceeded.class).isThrownBy(api::get);
        }
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @Test
    void connectTimeoutWithTimeLeftIsAFailure() {
        Api api = over((_, _) -> {
            throw new ConnectTimeoutException("Connect timed out");
        });
        try (Scope _ = Deadlines.in(Duration.ofSeconds(2)).makeCurrent()) {
            assertThatExceptionOfType(RetryableException.class).isThrownBy(api::get);
        }
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isOne();
    }

    @Test
    void callsStayOnTheirThreadWithItsContext() {
        List<String> seen = new ArrayList<>();
        Api api = over((request, _) -> {
            seen.add(Thread.currentThread().getName() + MDC.get("trace_id"));
            if (seen.size() == 1) {
                throw new SocketException("reset");
            }
            return answer(request, 200);
        });
        try (MDC.MDCCloseable _ = MDC.putCloseable("trace_id", "4bf9")) {
            api.get();
        }
        assertThat(seen).hasSize(2).containsOnly(Thread.currentThread().getName() + "4bf9");
    }

    /** A time limiter would end a call after 1 s on another thread, whatever Feign's timeouts are. */
    @Test
    void noTimeLimiterIsOnTheClassPath() {
        assertThatExceptionOfType(ClassNotFoundException.class)
                .isThrownBy(() -> Class.forName("io.github.resilience4j.timelimiter.TimeLimiter"));
    }

    private Api over(Client network) {
        Client counted = (request, options) -> {
            calls.incrementAndGet();
            return network.execute(request, options);
        };
        return Feign.builder()
                .client(new ResilientClient(counted, policies))
                .retryer(Retryer.NEVER_RETRY)
                .options(new Request.Options(500, TimeUnit.MILLISECONDS, 2_500, TimeUnit.MILLISECONDS, true))
                .target(new HardCodedTarget<>(Api.class, UPSTREAM, "http://thing-service"));
    }

    private static Response answer(Request request, int status) {
        return Response.builder()
                .request(request)
                .status(status)
                .headers(Map.of())
                .body("answer", UTF_8)
                .build();
    }

    private static void hold(CountDownLatch latch) {
        hold(latch, 30_000);
    }

    private static void hold(CountDownLatch latch, long millis) {
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
        String post(@feign.Param("text") String text);
    }
}
