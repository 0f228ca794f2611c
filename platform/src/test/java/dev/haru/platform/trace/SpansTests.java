package dev.haru.platform.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import jakarta.servlet.DispatcherType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.servlet.HandlerMapping;

/** Uses an OpenTelemetry SDK in place of the agent. */
class SpansTests {

    @RegisterExtension
    static final OpenTelemetryExtension AGENT = OpenTelemetryExtension.create();

    @Test
    void recordedRequestGetsAChildSpan() {
        Span request = request();
        try (Scope _ = request.makeCurrent()) {
            Spans.start("hash").end();
        }

        assertThat(AGENT.getSpans()).singleElement().satisfies(span -> {
            assertThat(span.getName()).isEqualTo("hash");
            assertThat(span.getParentSpanId())
                    .isEqualTo(request.getSpanContext().getSpanId());
        });
    }

    @Test
    void unrecordedRequestGetsNoSpanAndKeepsItsTrace() {
        SpanContext unrecorded = TraceIds.unsampled();
        try (Scope _ = Span.wrap(unrecorded).makeCurrent()) {
            Span span = Spans.start("hash").setAttribute("name", "value");
            try (Scope _ = span.makeCurrent()) {
                assertThat(Span.current().getSpanContext()).isEqualTo(unrecorded);
            }
            span.end();
            assertThat(Spans.origin()).isNull();
        }

        assertThat(AGENT.getSpans()).isEmpty();
    }

    @Test
    void laterWorkIsLinkedToItsRequest() {
        Span request = request();
        String origin;
        try (Scope _ = request.makeCurrent()) {
            origin = Spans.origin();
        }

        Spans.startLinked("delivery", origin).end();

        SpanData span = AGENT.getSpans().getFirst();
        assertThat(span.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(span.getParentSpanContext().isValid()).isFalse();
        assertThat(span.getTraceId()).isNotEqualTo(request.getSpanContext().getTraceId());
        assertThat(span.getLinks()).singleElement().satisfies(link -> {
            assertThat(link.getSpanContext().getTraceId())
                    .isEqualTo(request.getSpanContext().getTraceId());
            assertThat(link.getSpanContext().getSpanId())
                    .isEqualTo(request.getSpanContext().getSpanId());
        });
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"nonsense", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"})
    void laterWorkOfAnUnrecordedRequestIsNotRecorded(String origin) {
        Spans.startLinked("delivery", origin).end();

        assertThat(AGENT.getSpans()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void responseOfARecordedRequestCarriesTheRoute(boolean recorded) {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/v1/things/1");
        request.setDispatcherType(DispatcherType.REQUEST);
        request.setAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, "/v1/things/{id}");
        MockHttpServletResponse response = new MockHttpServletResponse();

        try (Scope _ = (recorded ? request() : Span.wrap(TraceIds.unsampled())).makeCurrent()) {
            new RouteInterceptor().preHandle(request, response, this);
        }

        assertThat(response.getHeader("X-Trace-Route")).isEqualTo(recorded ? "/v1/things/{id}" : null);
    }

    private static Span request() {
        return AGENT.getOpenTelemetry().getTracer("test").spanBuilder("GET").startSpan();
    }
}
