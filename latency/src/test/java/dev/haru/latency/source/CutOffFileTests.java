package dev.haru.latency.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.latency.trace.Span;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that a crash, or a program that still writes, cut off. */
class CutOffFileTests {

    private static final String OTLP = """
        {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"日정"}}]},
        "scopeSpans":[{"scope":{"name":"s"},"spans":[
        {"traceId":"0000000000000000ffeeddccbbaa9988","spanId":"0000000000000001","name":"a\\u00e9\\n","ok":true,
        "startTimeUnixNano":1.5e3,"endTimeUnixNano":3000,"x":[null,false,-1.25E-3,{}]} , {"traceId":
        "0000000000000000ffeeddccbbaa9988","spanId":"0000000000000002","startTimeUnixNano":"1","endTimeUnixNano":"2"}]}]}]}""";

    private static final String OTLP_WITH_LATE_RESOURCE = """
        {"resourceSpans":[{"scopeSpans":[{"spans":[
        {"traceId":"0000000000000000ffeeddccbbaa9988","spanId":"0000000000000001","startTimeUnixNano":1,"endTimeUnixNano":3},
        {"traceId":"0000000000000000ffeeddccbbaa9988","spanId":"0000000000000002","startTimeUnixNano":1,"endTimeUnixNano":3}],
        "scope":{"name":"s"}}],"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"a"}}]}}]}""";

    private static final String JAEGER = """
        {"data":[{"traceID":"1","spans":[{"traceID":"1","spanID":"1","operationName":"a","startTime":10,"duration":2,
        "references":[null],"processID":"p1","tags":[{"key":"error","type":"bool","value":true},{"key":"n","value":1.5}]},
        {"traceID":"1","spanID":"2","startTime":1,"duration":2,"processID":"p1"}],
        "processes":{"p1":{"serviceName":"a","tags":[]}}}],"total":0,"errors":null}""";

    private static final String JAEGER_WITH_EARLY_PROCESSES = """
        {"processes":{"p1":{"serviceName":"a"}},"spans":[{"traceID":"1","spanID":"1","startTime":10,"processID":"p1"},
        {"traceID":"1","spanID":"2","startTime":10,"processID":"p1"},{"traceID":"1","spanID":"3","startTime":10}]}""";

    private static final String ZIPKIN = """
        [{"traceId":"1","id":"2","name":"get","kind":"CLIENT","timestamp":10,"duration":80,"shared":true,
        "localEndpoint":{"serviceName":"a"},"tags":{"error":"500"}},
        {"traceId":"1","id":"3","timestamp":11,"localEndpoint":{"serviceName":"a"},"annotations":[{"value":"v"}]}]""";

    private static final Pattern SPAN =
            Pattern.compile("\\{\\s*\"trace(Id|ID)\":\\s*\"[0-9a-f]+\",\\s*\"(spanI[dD]|id)\"");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {OTLP, OTLP_WITH_LATE_RESOURCE, JAEGER, JAEGER_WITH_EARLY_PROCESSES, ZIPKIN})
    void fileCutAtAnyByteIsCutOffAndItsSpansAreCounted(String document) throws IOException {
        byte[] whole = document.getBytes(UTF_8);
        assertThat(passed(Files.write(directory.resolve("a.json"), whole), false))
                .isEqualTo(begun(document, document.length()));
        for (int length = 1; length < whole.length; length++) {
            Path file = Files.write(directory.resolve("a.json"), Arrays.copyOf(whole, length));
            String text = new String(whole, 0, length, UTF_8);
            assertThatExceptionOfType(BadInput.class)
                    .as(text)
                    .isThrownBy(() -> passed(file, false))
                    .withMessageContaining("ends in the middle of a span");
            // The format of an object without a field is unknown, so an opening brace is no span of Zipkin.
            assertThat(passed(file, true))
                    .as(text)
                    .isBetween(
                            begun(document, text.length() - 1 - "\"traceId\":".length()),
                            begun(document, text.length()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OTLP, ZIPKIN})
    void gzipFileCutAtAnyByteIsCutOff(String document) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(document.getBytes(UTF_8));
        }
        for (int length = 0; length < packed.size(); length++) {
            Path file = Files.write(directory.resolve("a.json.gz"), Arrays.copyOf(packed.toByteArray(), length));
            assertThatExceptionOfType(BadInput.class)
                    .isThrownBy(() -> passed(file, false))
                    .withMessageContaining("a.json.gz, line ")
                    .withMessageContaining("ends in the middle of a span");
            assertThatCode(() -> passed(file, true)).doesNotThrowAnyException();
        }
    }

    @Test
    void jaegerSpanWithItsProcessIsPassed() throws IOException {
        String cut = JAEGER_WITH_EARLY_PROCESSES.substring(0, JAEGER_WITH_EARLY_PROCESSES.length() - 2);
        Path file = Files.writeString(directory.resolve("a.json"), cut);
        List<Span> spans = new ArrayList<>();
        DroppedSpans dropped = new DroppedSpans();

        new FileSource(file, true).read(dropped.countingFor(spans::add));

        assertThat(spans).extracting(Span::service).containsExactly("a", "a");
        assertThat(dropped.notes("a.json"))
                .containsExactly(
                        "latency: 1 span in a.json is left out: its file ends before it, its resource or its process is"
                                + " complete.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "{\"a\":trux", "{\"a\":1,}", "time=2026", "{\"resourceSpans\":[]}}", "{\"a\":1ee"})
    void otherSyntaxErrorAtTheEndIsNoCut(String content) throws IOException {
        Path file = Files.writeString(directory.resolve("a.json"), content);

        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> passed(file, true))
                .withMessageContaining("a.json, line 1: not OTLP/JSON");
    }

    /** The number of spans that the file has, passed or counted as dropped. */
    private static long passed(Path file, boolean skipCutOff) {
        List<Span> spans = new ArrayList<>();
        DroppedSpans dropped = new DroppedSpans();
        new FileSource(file, skipCutOff).read(dropped.countingFor(spans::add));
        return spans.size() + dropped.count(DropReason.CUT_OFF);
    }

    /** The number of spans that begin in so many characters of the document. */
    private static long begun(String document, int length) {
        return SPAN.matcher(document)
                .results()
                .filter(span -> span.start() < length)
                .count();
    }
}
