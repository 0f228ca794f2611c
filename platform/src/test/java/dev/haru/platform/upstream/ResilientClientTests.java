package dev.haru.platform.upstream;

import static dev.haru.platform.upstream.ResilientCalls.MINIMUM;
import static dev.haru.platform.upstream.ResilientCalls.TRIALS;
import static dev.haru.platform.upstream.ResilientCalls.answer;
import static dev.haru.platform.upstream.ResilientCalls.hold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.upstream.ResilientCalls.Api;
import dev.haru.platform.warmup.ClientServiceWarmUp;
import feign.FeignException;
import feign.RetryableException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

/** The circuit breaker, the bulkhead and the retries of a client. */
class ResilientClientTests {

    private final ResilientCalls upstream = new ResilientCalls();

    @Test
    void unreachableUpstreamOpensTheBreaker() {
        Api api = upstream.over((_, _) -> {
            throw new ConnectException("refused");
        });
        for (int i = 0; i < MINIMUM; i++) {
            assertThatExceptionOfType(RetryableException.class).isThrownBy(() -> api.post("x"));
        }

        Throwable refusal = catchThrowable(() -> api.post("x"));

        assertThat(refusal).isInstanceOf(CallRefused.class).isInstanceOf(FeignException.class);
        assertThat(Unavailability.isShownBy(refusal)).isTrue();
        assertThat(upstream.calls).hasValue(MINIMUM);
    }

    @Test
    void trialCallsCloseTheBreakerAfterAnOutage() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        Api api = upstream.over((request, _) -> {
            hold(slow);
            return answer(request, 200);
        });
        upstream.breaker.transitionToOpenState();
        upstream.breaker.transitionToHalfOpenState();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> requests = IntStream.range(0, 50)
                    .mapToObj(_ -> callers.submit(api::get))
                    .toList();

            await().until(() -> requests.stream().filter(Future::isDone).count() == 50 - TRIALS);
            assertThat(upstream.calls).hasValue(TRIALS);
            slow.countDown();
        }

        assertThat(upstream.breaker.getState()).isEqualTo(State.CLOSED);
        assertThat(api.get()).isEqualTo("answer");
    }

    @Test
    void callsAboveTheBulkheadAreRefusedAndNotCounted() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        Api api = upstream.over((request, _) -> {
            hold(slow);
            return answer(request, 200);
        });
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> first = IntStream.range(0, TRIALS + 1)
                    .mapToObj(_ -> callers.submit(() -> api.post("x")))
                    .toList();
            await().until(() -> upstream.calls.get() == TRIALS + 1);

            for (int i = 0; i < 1_000; i++) {
                assertThatExceptionOfType(CallRefused.class).isThrownBy(() -> api.post("x"));
            }
            slow.countDown();
            for (Future<String> call : first) {
                assertThat(call.get()).isEqualTo("answer");
            }
        }

        assertThat(upstream.breaker.getState()).isEqualTo(State.CLOSED);
        assertThat(upstream.breaker.getMetrics().getNumberOfFailedCalls()).isZero();
        assertThat(api.post("x")).isEqualTo("answer");
    }

    @Test
    void exhaustedConnectionPoolIsNotAFailure() {
        Api api = upstream.over((_, _) -> {
            throw new ConnectionRequestTimeoutException("pool");
        });
        for (int i = 0; i < 3 * MINIMUM; i++) {
            assertThat(Unavailability.isShownBy(catchThrowable(() -> api.post("x"))))
                    .isTrue();
        }
        assertThat(upstream.breaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 409, 429, 500, 503})
    void fastErrorResponseIsNotAFailure(int status) {
        Api api = upstream.over((request, _) -> {
            upstream.takeTime(Duration.ofMillis(100));
            return answer(request, status);
        });
        for (int i = 0; i < 3 * MINIMUM; i++) {
            assertThatExceptionOfType(FeignException.class)
                    .isThrownBy(() -> api.post("x"))
                    .returns(status, FeignException::status);
        }
        assertThat(upstream.breaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 503, 504})
    void slowUnavailableResponsesOpenTheBreaker(int status) {
        Api api = upstream.over((request, _) -> {
            upstream.takeTime(Duration.ofMillis(101));
            return answer(request, status);
        });
        for (int i = 0; i < MINIMUM; i++) {
            assertThatExceptionOfType(FeignException.class).isThrownBy(() -> api.post("x"));
        }
        assertThat(upstream.breaker.getState()).isEqualTo(State.OPEN);
    }

    @Test
    void responseInterruptedInItsBodyIsAFailure() {
        Api api = upstream.over((request, _) -> answer(request, 200).toBuilder()
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
        assertThat(upstream.breaker.getState()).isEqualTo(State.OPEN);
    }

    @Test
    void failedWarmUpCallsKeepTheBreakerClosed() {
        Api unreachable = upstream.over((_, _) -> {
            throw new ConnectException("refused");
        });
        Api gateway = upstream.over((request, _) -> answer(request, 502));

        ClientServiceWarmUp.during(() -> {
            for (int i = 0; i < 3 * MINIMUM; i++) {
                assertThatExceptionOfType(RetryableException.class).isThrownBy(() -> unreachable.post("x"));
                assertThatExceptionOfType(FeignException.class).isThrownBy(() -> gateway.post("x"));
            }
        });

        assertThat(upstream.breaker.getState()).isEqualTo(State.CLOSED);
        assertThat(upstream.breaker.getMetrics().getNumberOfBufferedCalls()).isZero();
        assertThat(upstream.over((request, _) -> answer(request, 200)).post("x"))
                .isEqualTo("answer");
    }

    /** A time limiter would end a call after 1 s on another thread, whatever Feign's timeouts are. */
    @Test
    void noTimeLimiterIsOnTheClassPath() {
        assertThatExceptionOfType(ClassNotFoundException.class)
                .isThrownBy(() -> Class.forName("io.github.resilience4j.timelimiter.TimeLimiter"));
    }

    @Test
    void callsStayOnTheirThreadWithItsContext() {
        List<String> seen = new ArrayList<>();
        Api api = upstream.over((request, _) -> {
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

    @Test
    void connectionFailureRetriesAGetOnly() {
        Api api = upstream.over((request, _) -> {
            if (upstream.calls.get() % 2 == 1) {
                throw new SocketException("reset");
            }
            return answer(request, 200);
        });

        assertThat(api.get()).isEqualTo("answer");
        assertThat(upstream.calls).hasValue(2);
        assertThatExceptionOfType(RetryableException.class).isThrownBy(() -> api.post("x"));
        assertThat(upstream.calls).hasValue(3);
    }

    @Test
    void timeoutIsNotRetried() {
        Api api = upstream.over((_, _) -> {
            throw new SocketTimeoutException("Read timed out");
        });

        assertThatExceptionOfType(RetryableException.class).isThrownBy(api::get);
        assertThat(upstream.calls).hasValue(1);
    }
}
