package dev.haru.platform.upstream;

import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.deadline.DeadlineExceeded;
import dev.haru.platform.upstream.ResiliencePolicies.Outcome;
import dev.haru.platform.upstream.ResiliencePolicies.UpstreamPolicies;
import dev.haru.platform.warmup.WarmUpContext;
import feign.Client;
import feign.Request;
import feign.Request.HttpMethod;
import feign.Request.Options;
import feign.Response;
import feign.Util;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;

/**
 * Makes Feign calls within the deadline and applies the resilience policies. Everything runs on the caller's thread,
 * which has the trace and log context. Decision 012 defines what counts as a failure.
 *
 * <p>Longer than 120 lines because it applies all resilience policies to one call in their order.
 */
final class ResilientClient implements Client {

    /** A 503 that arrives faster shows that the upstream service works, and costs the client service almost nothing. */
    private static final Duration FAST_REFUSAL = Duration.ofMillis(100);

    private final Client client;
    private final ResiliencePolicies policies;
    private final LongSupplier nanoTime;

    ResilientClient(Client client, ResiliencePolicies policies) {
        this(client, policies, System::nanoTime);
    }

    /** Measures the calls with this time in nanoseconds. */
    ResilientClient(Client client, ResiliencePolicies policies, LongSupplier nanoTime) {
        this.client = client;
        this.policies = policies;
        this.nanoTime = nanoTime;
    }

    @Override
    public Response execute(Request request, Options options) throws IOException {
        UpstreamPolicies upstream =
                policies.of(request.requestTemplate().feignTarget().name());
        if (request.httpMethod() != HttpMethod.GET) {
            return attempt(upstream, request, options);
        }
        try {
            return upstream.retry().executeCallable(() -> attempt(upstream, request, options));
        } catch (IOException | RuntimeException failure) {
            throw failure;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private Response attempt(UpstreamPolicies upstream, Request request, Options options) throws IOException {
        Deadline.requireTime();
        // The bulkhead is outside the circuit breaker, because a full bulkhead is not a failure of the upstream
        // service.
        if (!upstream.bulkhead().tryAcquirePermission()) {
            throw CallRefused.tooManyCalls(upstream.name(), request);
        }
        try {
            if (!upstream.breaker().tryAcquirePermission()) {
                throw CallRefused.breakerIsOpen(upstream.name(), request);
            }
            return measured(upstream.breaker(), request, options);
        } finally {
            upstream.bulkhead().onComplete();
        }
    }

    /** Makes the call and reports its outcome to the circuit breaker. */
    private Response measured(CircuitBreaker breaker, Request request, Options options) throws IOException {
        Deadline deadline = Deadline.current();
        Options bounded = deadline == null ? options : bounded(options, deadline);
        long start = nanoTime.getAsLong();
        try {
            Response answer = withWholeBody(client.execute(request, bounded));
            long took = nanoTime.getAsLong() - start;
            if (WarmUpContext.countsForCircuitBreaker()) {
                breaker.onResult(took, TimeUnit.NANOSECONDS, outcome(answer.status(), took));
            } else {
                breaker.releasePermission();
            }
            return answer;
        } catch (IOException failure) {
            boolean cutShort = isCutShort(failure, bounded, options);
            if (WarmUpContext.countsForCircuitBreaker()
                    && !cutShort
                    && !(failure instanceof ConnectionRequestTimeoutException)) {
                breaker.onError(nanoTime.getAsLong() - start, TimeUnit.NANOSECONDS, failure);
            } else {
                breaker.releasePermission();
            }
            // A shortened socket timeout can end slightly before the deadline, so it counts as exceeded too.
            if (deadline != null && (deadline.isOver() || cutShort)) {
                throw new DeadlineExceeded();
            }
            throw failure;
        } catch (RuntimeException | Error failure) {
            breaker.releasePermission();
            throw failure;
        }
    }

    private static Options bounded(Options options, Deadline deadline) {
        long left = deadline.leftMillis();
        return new Options(
                Math.min(options.connectTimeoutMillis(), left),
                TimeUnit.MILLISECONDS,
                Math.min(options.readTimeoutMillis(), left),
                TimeUnit.MILLISECONDS,
                options.isFollowRedirects());
    }

    /**
     * Reads the whole body here, so that an upstream service that stops in the middle of a response counts as failed.
     */
    private static Response withWholeBody(Response answer) throws IOException {
        if (answer.body() == null) {
            return answer;
        }
        try (answer) {
            return answer.toBuilder()
                    .body(Util.toByteArray(answer.body().asInputStream()))
                    .build();
        }
    }

    private static Outcome outcome(int status, long tookNanos) {
        boolean failed = switch (status) {
            case 502, 504 -> true;
            case 503 -> tookNanos > FAST_REFUSAL.toNanos();
            default -> false;
        };
        return failed ? Outcome.FAILED : Outcome.ANSWERED;
    }

    /** Whether the call timed out only because the deadline shortened its timeout. */
    private static boolean isCutShort(IOException failure, Options bounded, Options options) {
        return switch (failure) {
            case ConnectTimeoutException _ -> bounded.connectTimeoutMillis() < options.connectTimeoutMillis();
            case SocketTimeoutException _ -> bounded.readTimeoutMillis() < options.readTimeoutMillis();
            default -> false;
        };
    }
}
