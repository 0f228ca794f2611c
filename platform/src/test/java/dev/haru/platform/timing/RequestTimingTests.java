package dev.haru.platform.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestTimingTests {

    private static final long MILLI = 1_000_000;

    /** The header rounds each part to microseconds (ms). */
    private static final double MAX_ROUNDING = 0.001;

    private final long earliestStart = System.nanoTime();
    private final RequestTiming timing = new RequestTiming();
    private final long latestStart = System.nanoTime();

    @Test
    void partsAddUpToTheWhole() {
        work();
        during(Part.POOL);
        during(Part.DB);
        during(Part.UPSTREAM);
        timing.upstreamReported("auth;dur=1, db;dur=1");
        work();

        assertThat(names(headerOfTheWhole())).containsExactly("member", "db", "pool", "auth", "net");
    }

    @Test
    void concurrentActivitiesAreCountedOnce() throws Exception {
        CountDownLatch begun = new CountDownLatch(4);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<?> one : IntStream.range(0, 4)
                    .mapToObj(_ -> threads.submit(() -> {
                        timing.begin(Part.UPSTREAM);
                        begun.countDown();
                        begun.await();
                        work();
                        timing.upstreamReported("auth;dur=1000");
                        timing.end(Part.UPSTREAM);
                        return true;
                    }))
                    .toList()) {
                one.get();
            }
        }

        assertThat(names(headerOfTheWhole())).containsExactly("member", "auth");
    }

    @Test
    void connectionCheckCountsAsPoolWait() {
        timing.begin(Part.POOL);
        during(Part.DB);
        timing.end(Part.POOL);

        assertThat(names(header())).containsExactly("member", "pool");
    }

    @Test
    void upstreamWithoutAResponseIsNoted() {
        during(Part.UPSTREAM);
        timing.upstreamFailed("auth", MILLI);

        assertThat(header()).contains("auth;dur=1;desc=\"no answer\"");
    }

    @Test
    void cacheHitMarksItsEntry() {
        timing.hit("identity");
        timing.hit("of no entry");

        assertThat(header()).endsWith(", auth;dur=0;desc=\"hit\"").doesNotContain("of no entry");
    }

    @Test
    void workOutsideARequestIsNotTimed() {
        RequestTiming noRequest = RequestTiming.current();
        noRequest.begin(Part.DB);
        noRequest.hit("identity");
        noRequest.upstreamReported("auth;dur=1");
        noRequest.upstreamFailed("auth", MILLI);
        noRequest.upstreamTook("auth", MILLI);
        work();
        noRequest.end(Part.DB);

        assertThat(noRequest).isSameAs(RequestTiming.current());
        assertThat(noRequest.header("unknown", Map.of("identity", "auth"))).matches("unknown;dur=[0-9.]+");
    }

    private void during(Part part) {
        timing.begin(part);
        work();
        timing.end(part);
    }

    private String header() {
        return timing.header("member", Map.of("identity", "auth"));
    }

    /** Returns the header, whose parts must add up to the time since the start. */
    private String headerOfTheWhole() {
        double before = millisSince(latestStart);
        String header = header();
        double after = millisSince(earliestStart);

        double rounding = names(header).length * MAX_ROUNDING;
        assertThat(sum(header)).as(header).isBetween(before - rounding, after + rounding);
        return header;
    }

    private static double millisSince(long start) {
        return (System.nanoTime() - start) / (double) MILLI;
    }

    private static void work() {
        LockSupport.parkNanos(3 * MILLI);
    }

    private static double sum(String header) {
        return Arrays.stream(header.split(", "))
                .mapToDouble(entry -> Double.parseDouble(entry.replaceFirst("^[^;]+;dur=([0-9.]+).*$", "$1")))
                .sum();
    }

    private static String[] names(String header) {
        return Arrays.stream(header.split(", "))
                .map(entry -> entry.replaceFirst(";.*$", ""))
                .toArray(String[]::new);
    }
}
