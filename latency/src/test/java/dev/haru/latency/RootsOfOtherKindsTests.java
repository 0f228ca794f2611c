package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.files;
import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.SpanKind;
import dev.haru.latency.trace.Trace;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Traces that begin in a browser, a job or a consumer. */
class RootsOfOtherKindsTests {

    private static final String ORDERS = "GET /v1/orders";

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"SERVER", "CONSUMER"})
    void requestsBeginBelowTheRoot(SpanKind root) {
        String before = files(directory, "before", 40, number -> page(number, root, 0));
        String after = files(directory, "after", 40, number -> page(number, root, 20));

        Result result = latency("diff", "--before", before, "--after", after);

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains(ORDERS, "slower: shop sql");
        assertThat(latency("of", ORDERS, "--files", before).out()).contains("40 requests", "mean 30.0 ms");
        assertThat(latency("of", "GET /v1/order", "--files", before).err()).contains(": GET /v1/orders (40).");
        assertThat(latency("why", "--before", before, "--after", after).out()).contains("shop");
    }

    @Test
    void consumerIsARequestUnlessItIsInsideOne() {
        String files = files(
                directory,
                "jobs",
                40,
                number -> HaruTraces.of(number, trace -> {
                    trace.root("jobs", "nightly", SpanKind.INTERNAL, 0, 100)
                            .consumer("billing", "orders process", 5, 35);
                    trace.server("shop", ORDERS, 0, 10).consumer("billing", "orders process", 20, 30);
                }));

        Result result = latency("diff", "--before", files, "--after", files);

        assertThat(result.out()).contains("orders process: 40 requests before, 40 after", ORDERS);
        assertThat(latency("of", "orders process", "--files", files).out()).contains("80 requests");
    }

    @Test
    void tracesWithoutARequestAreListedByTheirRoots() {
        String files = files(
                directory,
                "jobs",
                40,
                number -> HaruTraces.of(
                        number,
                        trace -> trace.root("jobs", "nightly", SpanKind.INTERNAL, 0, 100)
                                .sql(HaruTraces.INSERT, 1, 2)));

        String roots = "No request was found: no span is of the kind server or consumer. The traces begin with: "
                + "jobs nightly, internal (40).";
        assertThat(latency("diff", "--before", files, "--after", files).err())
                .contains("Before: " + roots + " After: " + roots);
        assertThat(latency("of", ORDERS, "--files", files).err()).contains(roots);
        assertThat(latency("why", "--files", files).err()).contains(roots);
    }

    @Test
    void lostPartOfARequestIsNoRequest() {
        String files = files(
                directory,
                "lost",
                40,
                number -> HaruTraces.of(number, trace -> {
                    trace.server("shop", ORDERS, 0, 30);
                    trace.lost("shop", "load", SpanKind.INTERNAL, 5, 20)
                            .call("GET /v1/stock", 6, 19)
                            .at("stock", "GET /v1/stock", 7, 18);
                }));

        assertThat(latency("diff", "--before", files, "--after", files).out())
                .contains(ORDERS)
                .doesNotContain("/v1/stock");
    }

    @Test
    void wrongClockOfABrowserMovesNoRequest() {
        String files = files(
                directory,
                "clock",
                40,
                number -> HaruTraces.of(
                        number,
                        trace -> trace.clockAhead("browser", 90_000)
                                .root("browser", "documentFetch", SpanKind.CLIENT, 0, 60)
                                .at("shop", ORDERS, 5, 45)
                                .call("GET /v1/stock", 10, 40)
                                .at("stock", "GET /v1/stock", 11, 31)));

        Result result = latency("of", ORDERS, "--files", files);

        assertThat(result.out()).contains("40 requests", "mean 40.0 ms").doesNotContain("clock skew");
    }

    private static Trace page(long number, SpanKind root, double slower) {
        return HaruTraces.of(
                number,
                trace -> trace.root("frontend-web", "documentFetch", root, 0, 60 + slower)
                        .at("shop", ORDERS, 5, 35 + slower)
                        .sql(HaruTraces.INSERT, 10, 20 + slower));
    }
}
