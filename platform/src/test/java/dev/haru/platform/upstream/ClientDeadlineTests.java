package dev.haru.platform.upstream;

import static dev.haru.platform.upstream.ResilientCalls.CONNECT_TIMEOUT_MILLIS;
import static dev.haru.platform.upstream.ResilientCalls.MINIMUM;
import static dev.haru.platform.upstream.ResilientCalls.READ_TIMEOUT_MILLIS;
import static dev.haru.platform.upstream.ResilientCalls.answer;
import static dev.haru.platform.upstream.ResilientCalls.hold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.deadline.DeadlineExceeded;
import dev.haru.platform.deadline.Deadlines;
import dev.haru.platform.upstream.ResilientCalls.Api;
import feign.Request;
import feign.RetryableException;
import io.opentelemetry.context.Scope;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.junit.jupiter.api.Test;

/** Calls within the deadline of a request. */
class ClientDeadlineTests {

    /** Longer than a pause of the test on a busy machine, and shorter than the read timeout. */
    private static final Duration NEAR = Duration.ofSeconds(50);

    private final ResilientCalls upstream = new ResilientCalls();

    @Test
    void callAfterTheDeadlineIsNotMade() {
        Api api = upstream.over((request, _) -> answer(request, 200));

        try (Scope _ = Deadlines.over().makeCurrent()) {
            assertThatExceptionOfType(DeadlineExceeded.class).isThrownBy(api::get);
        }
        assertThat(upstream.calls).hasValue(0);
    }

    @Test
    void nearDeadlineShortensTheTimeouts() {
        List<Request.Options> given = new ArrayList<>();
        Api api = upstream.over((request, options) -> {
            given.add(options);
            return answer(request, 200);
        });

        api.get();
        try (Scope _ = Deadlines.in(Duration.ofMinutes(10)).makeCurrent()) {
            api.get();
        }
        try (Scope _ = Deadlines.in(NEAR).makeCurrent()) {
            api.get();
        }

        assertThat(given)
                .extracting(Request.Options::readTimeoutMillis)
                .satisfiesExactly(
                        alone -> assertThat(alone).isEqualTo(READ_TIMEOUT_MILLIS),
                        wide -> assertThat(wide).isEqualTo(READ_TIMEOUT_MILLIS),
                        narrow -> assertThat(narrow).isBetween(1, (int) NEAR.toMillis()));
        assertThat(given.getLast().connectTimeoutMillis()).isLessThanOrEqualTo(CONNECT_TIMEOUT_MILLIS);
    }

    @Test
    void timeoutByTheDeadlineIsNotAFailure() {
        Api api = upstream.over((_, options) -> {
            hold(new CountDownLatch(1), options.readTimeoutMillis() + 1);
            throw new SocketTimeoutException("Read timed out");
        });
        for (int i = 0; i < 2 * MINIMUM; i++) {
            try (Scope _ = Deadlines.in(Duration.ofMillis(5)).makeCurrent()) {
                assertThatExceptionOfType(DeadlineExceeded.class).isThrownBy(api::get);
            }
        }
        assertThat(upstream.breaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @Test
    void shortenedTimeoutBeforeTheDeadlineCountsAsExceeded() {
        Api api = upstream.over((_, _) -> {
            throw new SocketTimeoutException("Read timed out");
        });
        try (Scope _ = Deadlines.in(NEAR).makeCurrent()) {
            assertThatExceptionOfType(DeadlineExceeded.class).isThrownBy(api::get);
        }
        assertThat(upstream.breaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @Test
    void connectTimeoutWithTimeLeftIsAFailure() {
        Api api = upstream.over((_, _) -> {
            throw new ConnectTimeoutException("Connect timed out");
        });
        try (Scope _ = Deadlines.in(NEAR).makeCurrent()) {
            assertThatExceptionOfType(RetryableException.class).isThrownBy(api::get);
        }
        assertThat(upstream.breaker.getMetrics().getNumberOfFailedCalls()).isOne();
    }
}
