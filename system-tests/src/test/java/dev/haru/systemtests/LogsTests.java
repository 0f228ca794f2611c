package dev.haru.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code make logs}, on the log files of an invented run. */
class LogsTests {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String OTHER = "0af7651916cd43dd8448eb211c80319c";

    @TempDir
    private Path directory;

    @BeforeEach
    void write() throws IOException {
        write("gateway.log", """
                2026-11-21T10:00:00.300Z  WARN 1 --- [gateway] [main] [%1$s] 503 from member-service
                2026-11-21T10:00:00.100Z  WARN 1 --- [gateway] [main] [%2$s] of another
                """);
        write("member-service.log", """
                {"@timestamp":"2026-11-21T10:00:00.200Z","message":"unavailable","trace_id":"%1$s","span_id":"b7ad6b7169203331"}
                {"@timestamp":"2026-11-21T10:00:00.250Z","message":"of another","trace_id":"%2$s"}
                """);
        write("auth-service.log.1", """
                2026-11-21T10:00:00.050Z  INFO 1 --- [auth-service] [main] [] started
                2026-11-21T10:00:00.150Z ERROR 1 --- [auth-service] [main] [%1$s] unexpected failure
                java.lang.IllegalStateException: broken
                \tat dev.haru.Thing.thing(Thing.java:1)
                2026-11-21T10:00:00.160Z  INFO 1 --- [auth-service] [main] [] of nobody
                """);
    }

    @Test
    void linesOfAllServicesAreSortedByTime() throws Exception {
        Result result = logs(TRACE);

        assertThat(result.status).isZero();
        assertThat(result.text.lines().map(line -> line.replaceAll(" .*(?= unex| unav)", "")))
                .hasSize(5)
                .noneMatch(line -> line.contains("nobody") || line.contains("another"));
        assertThat(result.text.lines().map(line -> line.split(" +", 2)[0]))
                .containsExactly("auth-service", "auth-service", "auth-service", "member-service", "gateway");
        assertThat(result.text).containsSubsequence("unexpected failure", "IllegalStateException", "Thing.java:1");
    }

    @Test
    void traceWithoutLinesIsReported() throws Exception {
        Result result = logs("f".repeat(32));

        assertThat(result.status).isOne();
        assertThat(result.text).contains("No line of ffff");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "4BF92F3577B34DA6A3CE929D0E0E4736", "4bf92f3577b34da6a3ce929d0e0e473;"})
    void invalidTraceIdIsRefused(String invalid) throws Exception {
        Result result = logs(invalid);

        assertThat(result.status).isEqualTo(2);
        assertThat(result.text).hasLineCount(1).contains("is not a trace id");
    }

    @Test
    void logPatternOfEveryProcessContainsTheTraceId() {
        assertThat(Path.of("..", "platform/src/main/resources/process-defaults.yml"))
                .content()
                .containsOnlyOnce("correlation: \"[%X{trace_id:-}] \"");
    }

    private void write(String file, String lines) throws IOException {
        Path log = directory.resolve("log").resolve(file);
        Files.createDirectories(log.getParent());
        Files.writeString(log, lines.formatted(TRACE, OTHER));
    }

    private Result logs(String trace) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of("..", "tools", "logs").toAbsolutePath().normalize().toString(), trace);
        builder.environment().put("HARU_RUN_DIR", directory.toString());
        Process process = builder.redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Result(process.waitFor(), text);
    }

    private record Result(int status, String text) {}
}
