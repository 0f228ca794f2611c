package dev.haru.platform.upstream;

import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.deadline.DeadlineExceeded;
import dev.haru.platform.upstream.ResiliencePolicies.Guard;
import dev.haru.platform.upstream.ResiliencePolicies.Outcome;
import dev.haru.platform.warmup.WarmUpPass;
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
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;

/**
 * Makes Feign's calls within the deadline and leaves a neighbour alone that does not answer. All on the caller's
 * thread, where trace and log context are. What counts against a neighbour and what does not: decision 012.
 */
final class ResilientClient implements Client {

    /** A refusal that came sooner shows that the neighbour lives and costs its caller nothing to speak of. */
    private static final Duration QUICK = Duration.ofMillis(100);

    private final Client client;
    private final ResiliencePolicies guards;

    ResilientClient(Client client, ResiliencePolicies guards) {
        this.client = client;
        this.guards = guards;
    }

    @Override
    public Response execute(Request request, Options options) throws IOException {
        Guard guard = guards.of(request.requestTemplate().feignTarget().name());
        if (request.httpMethod() != HttpMethod.GET) {
            return attempt(guard, request, options);
        }
        try {
            return guard.retry().executeCallable(() -> attempt(guard, request, options));
        } catch (IOException | RuntimeException failure) {
            throw failure;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private Response attempt(Guard guard, Request request, Options options) throws IOException {
        Deadline.requireTime();
        // The bulkhead outside: a call that it refuses says nothing about the neighbour.
        if (!guard.bulkhead().tryAcquirePermission()) {
            throw CallRefused.tooManyCalls(guard.neighbour(), request);
        }
        try {
            if (!guard.breaker().tryAcquirePermission()) {
                throw CallRefused.breakerIsOpen(guard.neighbour(), request);
            }
            return measured(guard.breaker(), request, options);
        } finally {
            guard.bulkhead().onComplete();
        }
    }

    /**
     * Practice counts for nothing: made before the neighbour was there, it would open the breaker to the first
     * requests.
     */
    private Response measured(CircuitBreaker breaker, Request request, Options options) throws IOException {
        Deadline deadline = Deadline.current();
        Options bounded = deadline == null ? options : bounded(options, deadline);
        long start = System.nanoTime();
        try {
            Response answer = whole(client.execute(request, bounded));
            long took = System.nanoTime() - start;
            if (WarmUpPass.isWarmUpCall()) {
                breaker.releasePermission();
            } else {
                breaker.onResult(took, TimeUnit.NANOSECONDS, outcome(answer.status(), took));
            }
            return answer;
        } catch (IOException failure) {
            boolean cutShort = isCutShort(failure, bounded, options);
            if (WarmUpPass.isWarmUpCall() || cutShort || failure instanceof ConnectionRequestTimeoutException) {
                breaker.releasePermission();
            } else {
                breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, failure);
            }
            // By the network's clock, which may be a moment ahead.
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

    /** Read to its end here, so that a neighbour that stops in the middle of its answer counts as one that fails. */
    private static Response whole(Response answer) throws IOException {
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
            case 503 -> tookNanos > QUICK.toNanos();
            default -> false;
        };
        return failed ? Outcome.FAILED : Outcome.ANSWERED;
    }

    /** Whether it was the caller who had no time. */
    private static boolean isCutShort(IOException failure, Options bounded, Options options) {
        return switch (failure) {
            case ConnectTimeoutException _ -> bounded.connectTimeoutMillis() < options.connectTimeoutMillis();
            case SocketTimeoutException _ -> bounded.readTimeoutMillis() < options.readTimeoutMillis();
            default -> false;
        };
    }
}
