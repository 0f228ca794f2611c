package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.files;
import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.SpanKind;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceFixture.Ref;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls through sidecars of a service mesh, and through two client libraries. */
class ProxiesTests {

    private static final String ORDERS = "GET /v1/orders";
    private static final String STOCK = "GET /v1/stock";

    @TempDir
    Path directory;

    @Test
    void timeOfSidecarsIsTheirOwn() {
        Result result = latency("of", ORDERS, "--files", files(directory, "mesh", 30, ProxiesTests::mesh));

        assertThat(result.out())
                .contains("mean 40.0 ms")
                .containsPattern("stock +own code +18\\.0")
                .containsPattern("shop +own code +10\\.0")
                .containsPattern("shop +network to stock +4\\.000")
                .containsPattern("shop-envoy +network to stock-envoy +4\\.000")
                .containsPattern("stock-envoy +own code +4\\.000")
                .doesNotContain("unseen");
    }

    @Test
    void doctorFindsTheHopThroughSidecars() {
        Result result = latency(
                "doctor",
                "--files",
                files(directory, "mesh", 30, ProxiesTests::mesh),
                "--expect",
                "shop,stock,shop-envoy,stock-envoy");

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .containsPattern("shop +stock +30 +0 +0")
                .containsPattern("shop-envoy +stock-envoy +30 +0 +0");
    }

    @Test
    void twoClientLibrariesAreOneCall() {
        String files = files(
                directory,
                "nested",
                30,
                number -> HaruTraces.of(
                        number,
                        trace -> trace.server("shop", ORDERS, 0, 40)
                                .call("stock.Stock/Get", 5, 35)
                                .own("attempt", 6, 34)
                                .call("GET", 7, 33)
                                .at("stock", STOCK, 10, 30)));

        assertThat(latency("of", ORDERS, "--files", files).out())
                .containsPattern("shop +network to stock +8\\.000")
                .doesNotContain("unseen");
        Result doctor = latency("doctor", "--files", files, "--expect", "shop,stock");
        assertThat(doctor.code()).isZero();
        assertThat(doctor.out()).containsPattern("shop +stock +30 +0 +0");
    }

    @Test
    void callWithoutServerSpanIsOneFinding() {
        String files = files(
                directory,
                "unseen",
                30,
                number -> HaruTraces.of(
                        number,
                        trace -> trace.server("shop", ORDERS, 0, 40)
                                .call("stock.Stock/Get", 5, 35)
                                .call("GET", 7, 33)));

        Result doctor = latency("doctor", "--files", files, "--expect", "shop");

        assertThat(doctor.code()).isEqualTo(1);
        assertThat(doctor.out())
                .contains("unanswered call: shop GET to unknown service, 30 times")
                .doesNotContain("stock.Stock/Get");
    }

    /** The application's client span ends after its parent, as that of the gateway, and counts by its server span. */
    @Test
    void callThatOutlivesItsParentCountsThroughSidecars() {
        String files = files(
                directory,
                "late",
                30,
                number -> HaruTraces.of(number, trace -> {
                    Ref call = trace.server("shop", ORDERS, 0, 30).call("GET", 5, 30.5);
                    sidecars(call, 7, 30.2);
                }));

        assertThat(latency("of", ORDERS, "--files", files).out()).containsPattern("stock +own code +15\\.2");
    }

    private static Trace mesh(long number) {
        return HaruTraces.of(
                number, trace -> sidecars(trace.server("shop", ORDERS, 0, 40).call("GET", 5, 35), 7, 33));
    }

    private static void sidecars(Ref call, double start, double end) {
        call.child("shop-envoy", "stock:80/*", SpanKind.CLIENT, start, end)
                .child("stock-envoy", "stock:80/*", SpanKind.SERVER, start + 2, end - 2)
                .at("stock", STOCK, start + 4, end - 4);
    }
}
