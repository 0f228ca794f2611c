package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.RandomDocuments.Document;
import dev.haru.latency.source.OtlpFiles;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The spans of an input are the spans of the trees, and those that are counted as dropped. */
class EverySpanIsCountedTests {

    private static final int DOCUMENTS = 300;
    private static final long SEED = 47;

    /** The format of an object is unknown before its first key. */
    private static final Pattern SPAN = Pattern.compile("\\{\"trace(Id|ID)\":\"[0-9a-f]+\",\"(spanI[dD]|id)\"");

    private static final int KEY = "{\"traceId\":".length();

    private final Random random = new Random(SEED);
    private final RandomDocuments documents = new RandomDocuments(random);

    @TempDir
    Path directory;

    @Test
    void wholeDocument() throws IOException {
        for (int number = 0; number < DOCUMENTS; number++) {
            Document document = documents.next();

            assertThat(counted(document.text(), false)).as(document.text()).hasValue(document.spans());
        }
    }

    @Test
    void cutDocument() throws IOException {
        for (int number = 0; number < DOCUMENTS; number++) {
            Document document = documents.next();
            int length = 1 + random.nextInt(document.text().length() - 1);
            String cut = document.text().substring(0, length);

            OptionalLong counted = counted(cut, true);

            assertThat(counted).as(cut).isPresent();
            assertThat(counted.getAsLong())
                    .as(cut)
                    .isBetween(begun(document.text(), length - KEY), begun(document.text(), length));
        }
    }

    @Test
    void documentWithAnyOtherCharacterIsRefusedOrCounted() throws IOException {
        for (int number = 0; number < DOCUMENTS; number++) {
            Document document = documents.next();
            StringBuilder broken = new StringBuilder(document.text());
            broken.setCharAt(random.nextInt(broken.length()), "x0-\"{}[],: ".charAt(random.nextInt(11)));

            counted(broken.toString(), false)
                    .ifPresent(
                            counted -> assertThat(counted).as(broken.toString()).isEqualTo(document.spans()));
        }
    }

    /** The spans of the trees and the dropped spans; empty if the document is refused in one line. */
    private OptionalLong counted(String document, boolean isCut) throws IOException {
        Span other = HaruTraces.create(0).spans().getFirst();
        Files.writeString(directory.resolve("other.jsonl"), OtlpFiles.line(other));
        Files.writeString(directory.resolve("document.json"), document);
        Result result = isCut
                ? latency("doctor", "--files", directory.toString(), "--json", "--skip-cut-off")
                : latency("doctor", "--files", directory.toString(), "--json");
        if (result.code() == 2) {
            assertThat(result.err()).as(document).containsOnlyOnce("latency: ").contains("document.json");
            return OptionalLong.empty();
        }
        assertThat(result.code()).as(document + result.err()).isIn(0, 1);
        JsonNode checkup = JsonMapper.shared().readTree(result.out());
        long dropped =
                checkup.at("/dropped").valueStream().mapToLong(JsonNode::asLong).sum();
        return OptionalLong.of(checkup.at("/spans").asLong()
                + checkup.at("/duplicates").asLong()
                + checkup.at("/cyclic").asLong()
                + dropped
                - 1);
    }

    /** The number of spans that begin in so many characters of the document. */
    private static long begun(String document, int length) {
        return SPAN.matcher(document)
                .results()
                .filter(span -> span.start() < length)
                .count();
    }
}
