package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.files;
import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceFixture;
import dev.haru.latency.trace.TraceFixture.Ref;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTests {

    private static final int WHOLE = 20;

    @TempDir
    Path directory;

    @Test
    void completeTracesHaveNoFindings() {
        Result result = doctor(_ -> {});

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("21 traces, 201 spans")
                .contains("No findings")
                .containsPattern("schedule-service +member-service +20 +0 +0");
    }

    @Test
    void serviceWithoutSpansIsMissing() {
        Result result = latency("doctor", "--files", files(directory, "a", 3, HaruTraces::create));

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains("missing service: auth-service");
    }

    @Test
    void lostTraceparentIsBrokenPropagation() {
        Result result = doctor(trace -> trace.server("member-service", HaruTraces.LOOK_UP, 0, 10));

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains("broken propagation: member-service " + HaruTraces.LOOK_UP + ", 1 times")
                .contains("although schedule-service calls the service")
                .containsPattern("schedule-service +member-service +20 +0 +1");
    }

    @Test
    void brokenPropagationOfAllCallsNamesBothServices() {
        String files = files(
                directory,
                "a",
                2,
                number -> HaruTraces.of(
                        number,
                        number == 0
                                ? trace -> trace.server("a", "GET /", 0, 30).call("GET /b", 1, 20)
                                : trace -> trace.server("b", "GET /b", 0, 10)));

        assertThat(latency("doctor", "--files", files, "--expect", "a,b").out())
                .contains("broken propagation: b GET /b, 1 times")
                .contains("broken propagation: a GET /b to unknown service, 1 times")
                .containsPattern("a +b +0 +1 +1");
    }

    @Test
    void traceWithoutCallerSpansHasAnUnsampledParent() {
        Result result = doctor(trace -> trace.orphan("member-service", HaruTraces.LOOK_UP, 0, 10));

        assertThat(result.out()).contains("unsampled parent: member-service " + HaruTraces.LOOK_UP);
    }

    @Test
    void missingClientSpanIsALostSpan() {
        Result result = doctor(trace -> {
            trace.server("schedule-service", "GET /v1/schedules", 0, 20);
            trace.orphan("member-service", HaruTraces.LOOK_UP, 0, 10);
        });

        assertThat(result.out()).contains("lost span: member-service " + HaruTraces.LOOK_UP);
    }

    @Test
    void continuedTraceOfAClientIsNoFinding() {
        Result result = doctor(trace -> trace.orphan("gateway", "GET /v1/locations", 0, 10));

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("1 traces continue a trace of a client");
    }

    @Test
    void successfulCallWithoutServerSpanIsReported() {
        Result result =
                doctor(trace -> trace.server("auth-service", "POST /b", 0, 10).call("GET mail", 1, 2));

        assertThat(result.out()).contains("unanswered call: auth-service GET mail to unknown service, 1 times");
    }

    @Test
    void failedCallNeedsNoServerSpan() {
        Result result = doctor(trace -> trace.server("auth-service", "POST /b", 0, 10)
                .call("GET mail", 1, 2)
                .failed());

        assertThat(result.code()).isZero();
    }

    @Test
    void clockThatIsAheadIsReportedWithItsError() {
        Result result = doctor(trace -> {
            trace.clockAhead("member-service", 30);
            Ref call =
                    trace.server("schedule-service", "GET /v1/schedules", 0, 20).call(HaruTraces.LOOK_UP, 1, 11);
            call.at("member-service", HaruTraces.LOOK_UP, 3, 10);
        });

        assertThat(result.out())
                .contains("clock skew: member-service (member-service) against schedule-service (schedule-service), 1"
                        + " times")
                .contains("its clock moves: at times ahead by at least 29.0 ms");
    }

    @Test
    void constantClockErrorHasTwoBounds() {
        String files = files(
                directory,
                "a",
                5,
                number -> HaruTraces.of(number, trace -> {
                    trace.clockAhead("b", -30);
                    trace.server("a", "GET /", 0, 20).call("GET /b", 1, 11).at("b", "GET /b", 3, 10);
                }));

        assertThat(latency("doctor", "--files", files, "--expect", "a,b").out())
                .contains("clock skew: b (b) against a (a), 5 times")
                .contains("its clock is behind by at least 28.0 ms, at most 31.0 ms");
    }

    @Test
    void rootThatNamesItselfAsParentIsFound() {
        Result result = ofParents(1);

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains("3 traces, 6 spans")
                .contains("self parent: a GET /, 3 times")
                .contains("the span names itself as its parent: it counts as a root");
    }

    @Test
    void traceOfACycleIsCountedAndFound() {
        Result result = ofParents(2);

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains("3 traces, 0 spans")
                .contains("cycle: a GET /, 3 times")
                .contains("cycle: a inner, 3 times");
    }

    @Test
    void endBeforeTheStartIsFound() {
        String files =
                files(directory, "a", 3, number -> HaruTraces.of(number, trace -> trace.server("a", "GET /", 30, 0)));

        assertThat(latency("doctor", "--files", files, "--expect", "a").out())
                .contains("end before start: a GET /, 3 times")
                .contains("its duration counts as 0");
    }

    @Test
    void startInAnotherUnitIsFound() throws IOException {
        Path file = Files.writeString(directory.resolve("a.json"), """
            {"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"0000000000000000ffeeddccbbaa9988","spanId":"0000000000000001",
            "name":"a","kind":2,"startTimeUnixNano":"1795255200000","endTimeUnixNano":"1795255200000000000"}]}]}]}""");

        assertThat(latency("doctor", "--files", file.toString(), "--expect", "unknown")
                        .out())
                .contains("implausible start: unknown a, 1 times");
    }

    /** Examines traces of two spans. The first one has this id as parent, the second one is its child. */
    private Result ofParents(long parent) {
        String files = files(directory, "a", 3, number -> {
            Trace trace = HaruTraces.of(
                    number, made -> made.server("a", "GET /", 0, 30).own("inner", 10, 20));
            List<Span> spans = new ArrayList<>(trace.spans());
            Span root = spans.getFirst();
            spans.set(0, TraceFixture.copy(root, root.id(), parent, root.end()));
            return new Trace(trace.id(), spans);
        });
        return latency("doctor", "--files", files, "--expect", "a");
    }

    private Result doctor(Consumer<TraceFixture> oneMore) {
        return latency("doctor", "--files", files(directory, "a", WHOLE + 1, number -> trace(number, oneMore)));
    }

    private static Trace trace(long number, Consumer<TraceFixture> oneMore) {
        if (number < WHOLE) {
            return HaruTraces.create(number);
        }
        return HaruTraces.of(number, trace -> {
            oneMore.accept(trace);
            trace.server("auth-service", "POST /v1/auth/user/login", 0, 10);
        });
    }
}
