package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.files;
import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Trace;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names in traces and arguments cannot control the terminal, or add lines to the output. */
class ControlCharactersTests {

    /** Escape sequences that begin with ESC and with CSI of ISO 6429, a line break, and a change of direction. */
    private static final String EVIL = "x\u001b[31m\u009b2J\nlatency: forged\r\u202e\u2028";

    private static final String ROUTE = "GET /a";

    @TempDir
    Path directory;

    private String files = "";

    @BeforeEach
    void write() {
        files = files(directory, "a", 40, ControlCharactersTests::trace);
    }

    static Stream<List<String>> commands() {
        return Stream.of(
                List.of("of", ROUTE),
                List.of("of", ROUTE, "--json"),
                List.of("of", "GET /none"),
                List.of("show", trace(0).id().toString()),
                List.of("show", trace(0).id().toString(), "--json"),
                List.of("diff", "--before", "files", "--after", "files"),
                List.of("why"),
                List.of("what-if", ROUTE, "gateway own code -20%"),
                List.of("doctor"),
                List.of("doctor", "--json"),
                List.of("doctor", "--last", EVIL),
                List.of("of", ROUTE, "--" + EVIL));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void outputHasNoControlCharacters(List<String> command) {
        Result result = run(command);

        assertThat(result.out() + result.err()).isNotBlank();
        for (String output : List.of(result.out(), result.err())) {
            assertThat(output.replace("\n", "")).doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
            assertThat(output).doesNotContain("\nlatency: forged");
        }
    }

    private Result run(List<String> command) {
        Stream<String> arguments = command.stream().map(argument -> argument.equals("files") ? files : argument);
        Stream<String> source = command.contains("diff") ? Stream.of() : Stream.of("--files", files);
        return latency(Stream.concat(arguments, source).toArray(String[]::new));
    }

    private static Trace trace(long number) {
        return HaruTraces.of(number, trace -> {
            trace.server("gateway", ROUTE, 0, 30.0 + number)
                    .call("call " + EVIL, 1, 29)
                    .at("gateway", "GET /" + EVIL, 2, 28)
                    .sql("select " + EVIL, 3, 20);
            trace.server("gateway", "GET /b" + EVIL, 0, 5).call("lost " + EVIL, 1, 2);
        });
    }
}
