package dev.haru.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.port.FreePort;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTests {

    private static final int REFUSED = 2;

    @TempDir
    private Path repository;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();

    @Test
    void unknownCommandIsRefusedInOneLine() {
        assertThat(execute("dance")).isEqualTo(REFUSED);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains("dance", "chaos, soak or templates");
    }

    @Test
    void templatesWithoutARunningSystemIsRefusedInOneLine() {
        environment.put("HARU_POSTGRES_PORT", Integer.toString(FreePort.next()));
        assertThat(execute("templates")).isEqualTo(REFUSED);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains("is make run running?");
    }

    @Test
    void templatesWithAnInvalidSizeIsRefusedInOneLine() {
        environment.put("SIZE", "1000");

        assertThat(execute("templates")).isEqualTo(REFUSED);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains("SIZE=1000");
    }

    @Test
    void soakWithAnInvalidDurationIsRefusedInOneLine() {
        environment.put("DURATION", "soon");

        assertThat(execute("soak")).isEqualTo(REFUSED);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains("DURATION=soon");
    }

    @Test
    void chaosWithoutJarsIsRefusedInOneLine() {
        assertThat(execute("chaos")).isEqualTo(REFUSED);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains("auth-service is not built");
    }

    private int execute(String command) {
        PrintStream out = new PrintStream(PrintStream.nullOutputStream());
        return new Main(repository, environment, out, new PrintStream(err, true, StandardCharsets.UTF_8))
                .execute(command);
    }
}
