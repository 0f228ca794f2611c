package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.files;
import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.source.OtlpFiles;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.TraceFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Spans that are in no figure are counted in every output. */
class DroppedSpansTests {

    private static final String COUNTS = "{\"UNFINISHED\":1,\"DUPLICATE\":1,\"CYCLE\":2}";
    private static final String[] SENTENCES = {
        "1 span is left out: it has no end.",
        "1 span is left out: another span of its trace has its id.",
        "2 spans are left out: they are their own ancestors, or below such spans."
    };

    @TempDir
    Path directory;

    @Test
    void profileHasThem() throws IOException {
        String files = withDefects("of");

        Result table = latency("of", HaruTraces.CREATE, "--files", files);

        assertThat(table.out()).contains(SENTENCES);
        assertThat(table.err()).contains("1 span in 4 files in " + files + " is left out: it has no end.");
        assertThat(json("of", HaruTraces.CREATE, "--files", files).at("/dropped"))
                .hasToString(COUNTS);
    }

    @Test
    void comparisonHasThoseOfBothSides() throws IOException {
        String before = withDefects("before");
        String after = files(directory, "after", 40, HaruTraces::create);

        Result table = latency("diff", "--before", before, "--after", after);
        JsonNode diff = json("diff", "--before", before, "--after", after).get(0);

        assertThat(table.out()).contains("Before: " + SENTENCES[0]).doesNotContain("After: ");
        assertThat(diff.at("/droppedBefore")).hasToString(COUNTS);
        assertThat(diff.at("/droppedAfter")).hasToString("{}");
    }

    @Test
    void doctorHasThem() throws IOException {
        String files = withDefects("doctor");

        assertThat(latency("doctor", "--files", files).out()).contains(SENTENCES[0]);
        assertThat(json("doctor", "--files", files).at("/dropped")).hasToString("{\"UNFINISHED\":1}");
    }

    private static JsonNode json(String command, String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = command;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[all.length - 1] = "--json";
        return JsonMapper.shared().readTree(latency(all).out());
    }

    /**
     * Complete traces, and one that has an unfinished span, a repeated span and two spans that are each other's parent.
     */
    private String withDefects(String name) throws IOException {
        String files = files(directory, name, 40, HaruTraces::create);
        Span span = HaruTraces.create(0).spans().getFirst();
        Files.writeString(
                Path.of(files, "defects.jsonl"),
                OtlpFiles.line(span)
                        + OtlpFiles.line(TraceFixture.copy(span, 0xf0a, 0, 0))
                        + OtlpFiles.line(TraceFixture.copy(span, 0xf0b, 0xf0c, span.end()))
                        + OtlpFiles.line(TraceFixture.copy(span, 0xf0c, 0xf0b, span.end())));
        return files;
    }
}
