package dev.haru.latency.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.sampling.Sampled;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.SpanKind;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceTree;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The formats of other exporters. */
class TraceReaderTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                // ids in hexadecimal of both cases, numbers as strings, values of enumerations as numbers
                """
                {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"a"}}]},
                "scopeSpans":[{"scope":{"name":"s"},"spans":[{"traceId":"0000000000000000FFEEDDCCBBAA9988",
                "spanId":"FEDCBA9876543210","parentSpanId":"0000000000000007","name":"call","kind":3,
                "startTimeUnixNano":"1000","endTimeUnixNano":"3000","status":{"code":2},
                "attributes":[{"key":"server.port","value":{"intValue":"80"}}]}]}]}]}""",
                // ids in base64, numbers as numbers, values of enumerations as names, the fields in another order
                """
                {"batches":[{"scopeSpans":[{"spans":[{"attributes":[{"value":{"intValue":80},"key":"server.port"}],
                "traceId":"AAAAAAAAAAD/7t3Mu6qZiA==","spanId":"/ty6mHZUMhA=","parentSpanId":"AAAAAAAAAAc=",
                "name":"call","kind":"SPAN_KIND_CLIENT","startTimeUnixNano":1000,"endTimeUnixNano":3000,
                "status":{"code":"STATUS_CODE_ERROR"}}],"scope":{"name":"s"}}],
                "resource":{"attributes":[{"key":"service.name","value":{"stringValue":"a"}}]}}]}""",
                // base64 for URLs without padding, the names of protobuf, enumerations in lower case, older scopes
                """
                {"resource_spans":[{"resource":{"attributes":[{"key":"service.name","value":{"string_value":"a"}}]},
                "instrumentationLibrarySpans":[{"instrumentationLibrary":{"name":"s"},"spans":[
                {"trace_id":"AAAAAAAAAAD_7t3Mu6qZiA","span_id":"_ty6mHZUMhA","parent_span_id":"AAAAAAAAAAc",
                "name":"call","kind":"client","start_time_unix_nano":1e3,"end_time_unix_nano":"3000",
                "status":{"code":"Error"},"attributes":[{"key":"server.port","value":{"int_value":80}}]}]}]}]}""",
                // Grafana's "Download trace": batches with the older name of scopes, and numbers
                """
                {"batches":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"a"}}],
                "droppedAttributesCount":0},"instrumentationLibrarySpans":[{"instrumentationLibrary":{"name":"s"},"spans":[
                {"traceId":"0000000000000000ffeeddccbbaa9988","spanId":"fedcba9876543210","parentSpanId":"0000000000000007",
                "name":"call","kind":3,"startTimeUnixNano":1000,"endTimeUnixNano":3000,"status":{"code":2},
                "attributes":[{"key":"server.port","value":{"intValue":80}}]}]}]}]}""",
                // Jaeger
                """
                {"data":[{"traceID":"ffeeddccbbaa9988","spans":[{"traceID":"ffeeddccbbaa9988","spanID":"fedcba9876543210",
                "operationName":"call","references":[{"refType":"CHILD_OF","traceID":"ffeeddccbbaa9988","spanID":"7"}],
                "startTime":1,"duration":2,"processID":"p1","tags":[{"key":"span.kind","type":"string","value":"client"},
                {"key":"error","type":"bool","value":true},{"key":"server.port","type":"int64","value":80},
                {"key":"otel.scope.name","type":"string","value":"s"}]}],
                "processes":{"p1":{"serviceName":"a","tags":[]}}}],"total":0,"errors":null}""",
            })
    void variantsOfAFormatGiveTheSameSpan(String json) {
        Span span = read(json).getFirst();

        assertThat(span.traceId()).hasToString("0000000000000000ffeeddccbbaa9988");
        assertThat(span)
                .returns(0xfedcba9876543210L, Span::id)
                .returns(7L, Span::parentId)
                .returns("a", Span::service)
                .returns("a", Span::host)
                .returns("s", Span::scope)
                .returns("call", Span::name)
                .returns(SpanKind.CLIENT, Span::kind)
                .returns(1_000L, Span::start)
                .returns(3_000L, Span::end)
                .returns(true, Span::failed)
                .returns(Map.of("server.port", "80"), Span::attributes);
    }

    @Test
    void headerOfSeveralValuesIsOneText() {
        Span span = read("""
            {"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"0000000000000000ffeeddccbbaa9988","spanId":"0000000000000001",
            "startTimeUnixNano":1,"endTimeUnixNano":2,"attributes":[{"key":"http.response.header.server-timing",
            "value":{"arrayValue":{"values":[{"stringValue":"db;dur=1"},{"stringValue":"net;dur=2"}]}}}]}]}]}]}""").getFirst();

        assertThat(span.attributes()).containsValue("db;dur=1, net;dur=2");
    }

    @Test
    void jaegerSpanThatFollowsIsNotWaitedFor() {
        List<Span> spans = read("""
            {"traceID":"1","processes":{"p1":{"serviceName":"a"}},"spans":[
            {"traceID":"1","spanID":"1","operationName":"top","startTime":1,"duration":9,"processID":"p1"},
            {"traceID":"1","spanID":"2","operationName":"later","startTime":2,"duration":3,"processID":"p2",
            "references":[{"refType":"FOLLOWS_FROM","traceID":"2","spanID":"9"},
            {"refType":"FOLLOWS_FROM","traceID":"1","spanID":"1"}]}]}""");

        assertThat(spans.getLast())
                .returns(1L, Span::parentId)
                .returns(SpanKind.CONSUMER, Span::kind)
                .returns("unknown", Span::service);
    }

    @Test
    void zipkinServerSpanWithTheClientsIdIsItsChild() {
        List<Span> spans = read("""
            [{"traceId":"1","id":"2","name":"post /","kind":"SERVER","shared":true,"timestamp":20,"duration":50,
              "localEndpoint":{"serviceName":"b","ipv4":"10.0.0.2"},"tags":{"error":"500"}},
             {"traceId":"1","id":"2","name":"post","kind":"CLIENT","timestamp":10,"duration":80,
              "localEndpoint":{"serviceName":"a"},"remoteEndpoint":{"serviceName":"b"}},
             {"traceId":"1","id":"3","parentId":"2","name":"query","kind":"CLIENT","timestamp":30,"duration":10,
              "localEndpoint":{"serviceName":"b","ipv4":"10.0.0.2"},"tags":{"sql.query":"select 1"}},
             {"traceId":"1","id":"4","parentId":"2","name":"dns","timestamp":11,
              "localEndpoint":{"serviceName":"a"}}]""");

        Node call = TraceTree.of(new Trace(spans.getFirst().traceId(), spans))
                .roots()
                .getFirst();

        assertThat(call.span().name()).isEqualTo("post");
        assertThat(call.span().attributes()).containsEntry("peer.service", "b");
        assertThat(call.children()).extracting(child -> child.span().name()).containsExactly("dns", "post /");
        Node server = call.children().getLast();
        assertThat(server.span().failed()).isTrue();
        assertThat(server.span().host()).isEqualTo("10.0.0.2");
        assertThat(server.children().getFirst().span().attributes()).containsEntry("db.statement", "select 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"""
                {"resourceSpans":[{"resource":{"attributes":[{"key":"service.version","value":{"stringValue":"2"}}]},
                "scopeSpans":[{"spans":[{"traceId":"0000000000000000ffeeddccbbaa9988","spanId":"0000000000000001","kind":2,
                "traceState":"a=b,ot=rv:ffffffffffffff;th:c0","startTimeUnixNano":1000,"endTimeUnixNano":2000,"attributes":[
                {"key":"http.route","value":{"stringValue":"/{id}"}},{"key":"url.path","value":{"stringValue":"/12"}},
                {"key":"http.response.status_code","value":{"intValue":"200"}}]}]}]}]}""", """
                {"traceID":"1","processes":{"p":{"serviceName":"a","tags":[{"key":"service.version","value":"2"}]}},"spans":[
                {"traceID":"1","spanID":"1","operationName":"top","startTime":1,"duration":9,"processID":"p","tags":[
                {"key":"span.kind","value":"server"},{"key":"w3c.tracestate","value":"a=b,ot=rv:ffffffffffffff;th:c0"},
                {"key":"http.route","value":"/{id}"},{"key":"url.path","value":"/12"},
                {"key":"http.response.status_code","value":200}]}]}""", """
                [{"traceId":"1","id":"2","kind":"SERVER","timestamp":20,"duration":50,"tags":{"service.version":"2",
                "w3c.tracestate":"a=b,ot=rv:ffffffffffffff;th:c0","http.route":"/{id}","http.path":"/12",
                "http.response.status_code":"200"}}]"""})
    void serverSpanOfAnyFormatHasProbabilityAndAttributes(String json) {
        assertThat(read(json).getFirst().attributes())
                .isEqualTo(Map.of(
                        "w3c.tracestate",
                        "ot=th:c",
                        "http.route",
                        "/{id}",
                        "url.path",
                        "/{2 digits}",
                        "service.version",
                        "2",
                        "http.response.status_code",
                        "200"));
    }

    @Test
    void samplerIsKeptAsFarAsItIsNamed() {
        List<Span> spans = read("""
            {"resourceSpans":[{"scopeSpans":[{"scope":{"name":"s","attributes":[{"key":"tailsampling.policy",
            "value":{"stringValue":"the-rest"}}]},"spans":[{"traceId":"0000000000000000ffeeddccbbaa9988",
            "spanId":"0000000000000001","traceState":"ot=th:zz","startTimeUnixNano":1,"endTimeUnixNano":2}]}]}]}
            {"traceID":"1","spans":[{"traceID":"1","spanID":"1","startTime":1,"tags":[
            {"key":"sampler.type","value":"probabilistic"},{"key":"sampler.param","value":0.01}]}]}""");

        assertThat(spans)
                .extracting(span -> Sampled.of(TraceTree.of(new Trace(span.traceId(), List.of(span)))
                        .roots()
                        .getFirst()))
                .containsExactly(new Sampled(1, false, "the-rest"), new Sampled(1, false, "probabilistic 0.01"));
    }

    @Test
    void nullAndUnexpectedValuesAreIgnored() {
        assertThat(read("""
            {"resourceSpans":[{"resource":null,"scopeSpans":[null,{"scope":null,"spans":[null,[1],{"attributes":[null],
            "status":null,"traceId":"0000000000000000ffeeddccbbaa9988","spanId":"0000000000000001",
            "startTimeUnixNano":1,"endTimeUnixNano":2}]}]}]}
            {"data":[{"processes":{"p":null},"spans":[null,{"traceID":"1","spanID":"1","startTime":1,"tags":[null,{}],
            "references":[null,{}],"processID":"p"}]}]}
            {"trace":{}} {"trace":null}""")).hasSize(2).extracting(Span::service).containsOnly("unknown");
    }

    @Test
    void unfinishedSpanIsDroppedAndCounted() {
        List<Span> spans = new ArrayList<>();
        DroppedSpans dropped = new DroppedSpans();
        read("""
            {"resourceSpans":[{"scopeSpans":[{"spans":[
            {"traceId":"0000000000000000ffeeddccbbaa9988","spanId":"0000000000000001","startTimeUnixNano":1,"endTimeUnixNano":0},
            {"traceId":"0000000000000000ffeeddccbbaa9988","spanId":"0000000000000002","startTimeUnixNano":"1"},
            {"traceId":"0000000000000000ffeeddccbbaa9988","spanId":"0000000000000003","startTimeUnixNano":1,"endTimeUnixNano":2}
            ]}]}]}""", dropped.countingFor(spans::add));

        assertThat(spans).extracting(Span::id).containsExactly(3L);
        assertThat(dropped.notes("a.json"))
                .containsExactly("latency: 2 spans in a.json are left out: they have no end.");
    }

    @Test
    void zipkinTracesOfASearchAreRead() {
        assertThat(read("""
            [[{"traceId":"1","id":"2","timestamp":1,"duration":2}],[{"traceId":"2","id":"3","timestamp":1}]]""")).hasSize(2);
    }

    private static List<Span> read(String json) {
        List<Span> spans = new ArrayList<>();
        read(json, spans::add);
        return spans;
    }

    private static void read(String json, SpanSink sink) {
        TraceReader.read(new ByteArrayInputStream(json.getBytes(UTF_8)), "test", false, sink);
    }
}
