package dev.haru.platform.warmup;

import dev.haru.platform.token.TokenFormat;
import dev.haru.platform.trace.TraceIds;
import dev.haru.platform.warmup.WarmUpCall.Caller;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/**
 * A number of calls of a warm-up scenario, some of them concurrent, and their duration.
 *
 * <p>Longer than 120 lines because it sends the calls of a round and also measures them.
 */
final class WarmUpRound {

    /** The longest duration of a first call in a cold process on a slow machine. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(5);

    /** The status codes of a service or gateway whose upstream service is unavailable. */
    private static final Set<Integer> UNAVAILABLE = Set.of(502, 503, 504);

    private final HttpClient client;
    private final String url;
    private final String secret;
    private final WarmUpScenario scenario;
    private final WarmUpProperties properties;
    private final SecureRandom random = new SecureRandom();

    WarmUpRound(HttpClient client, String url, String secret, WarmUpScenario scenario, WarmUpProperties properties) {
        this.client = client;
        this.url = url;
        this.secret = secret;
        this.scenario = scenario;
        this.properties = properties;
    }

    /**
     * Makes the calls and returns their typical duration. It is the mean of the middle half, so that neither pauses nor
     * cheap refusals affect it.
     *
     * @param end the time of {@link System#nanoTime()} at which the round is interrupted
     * @throws IOException if a call fails or its status is not the expected one
     */
    Duration make(long end) throws IOException, InterruptedException {
        int each = Math.ceilDiv(properties.calls(), properties.concurrency());
        List<Future<long[]>> parts = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(properties.concurrency())) {
            for (int i = 0; i < properties.concurrency(); i++) {
                parts.add(threads.submit(() -> calls(each, end)));
            }
        }
        LongStream times = LongStream.empty();
        for (Future<long[]> part : parts) {
            try {
                times = LongStream.concat(times, Arrays.stream(part.get()));
            } catch (ExecutionException failure) {
                throw failure.getCause() instanceof IOException reason ? reason : new IOException(failure.getCause());
            }
        }
        long[] sorted = times.sorted().toArray();
        long[] middle = Arrays.copyOfRange(sorted, sorted.length / 4, sorted.length - sorted.length / 4);
        return Duration.ofNanos(Arrays.stream(middle).sum() / middle.length);
    }

    private long[] calls(int count, long end) throws IOException, InterruptedException {
        long[] times = new long[count];
        Set<String> unavailable = new HashSet<>();
        for (int done = 0; done < count; ) {
            scenario.beforeCalls();
            for (WarmUpCall call : scenario.calls()) {
                if (call.caller() == Caller.UNKNOWN_TOKEN) {
                    // Not timed, because its duration depends on the upstream service.
                    if (!unavailable.contains(call.path()) && send(call, end) != call.status()) {
                        unavailable.add(call.path());
                    }
                } else if (done < count) {
                    long start = System.nanoTime();
                    send(call, end);
                    times[done++] = System.nanoTime() - start;
                }
            }
        }
        return times;
    }

    private int send(WarmUpCall call, long end) throws IOException, InterruptedException {
        long left = Math.min(LONGEST_CALL.toNanos(), end - System.nanoTime());
        if (left <= 0) {
            throw new IOException("the time limit has passed");
        }
        int status = client.send(request(call, Duration.ofNanos(left)), BodyHandlers.ofByteArray())
                .statusCode();
        boolean upstreamIsUnavailable = call.caller() == Caller.UNKNOWN_TOKEN && UNAVAILABLE.contains(status);
        if (status != call.status() && !upstreamIsUnavailable) {
            throw new IOException(call.method() + " " + call.path() + " returned " + status);
        }
        return status;
    }

    private HttpRequest request(WarmUpCall call, Duration timeout) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + call.path()))
                .timeout(timeout)
                .header(WarmUpPass.HEADER, secret)
                .method(
                        call.method().name(),
                        call.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofString(call.body()));
        if (call.body() != null) {
            request.header("Content-Type", "application/json");
        }
        switch (call.caller()) {
            case ANONYMOUS -> {}
            case WARM_UP_USER -> request.header("Authorization", "Bearer " + secret);
            case UNKNOWN_TOKEN ->
                request.header("Authorization", "Bearer " + TokenFormat.generate(TokenFormat.ACCESS, random));
        }
        // Not sampled: otherwise an agent's spans of these calls would look like those of a client.
        W3CTraceContextPropagator.getInstance()
                .inject(Context.root().with(Span.wrap(TraceIds.unsampled())), request, (carrier, name, value) -> {
                    if (carrier != null) {
                        carrier.header(name, value);
                    }
                });
        return request.build();
    }
}
