package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.source.OtlpFiles;
import dev.haru.latency.trace.HaruTraces;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An instrumentation without path templates writes an id into the name of each span. */
class ManyNamesTests {

    private static final int REQUESTS = 40_000;

    @TempDir
    Path directory;

    /** With a scan of all names for each name, doctor would need 1.6 billion comparisons of texts. */
    @Test
    void listsOfManyNamesAreShort() {
        OtlpFiles.write(
                directory,
                () -> LongStream.range(0, REQUESTS)
                        .mapToObj(number -> HaruTraces.of(
                                number,
                                trace -> trace.server("shop", "GET /users/" + number, 0, 30)
                                        .call("GET /stock/" + number, 5, 25)))
                        .iterator());

        Result doctor = latency("doctor", "--files", directory.toString(), "--expect", "shop");
        assertThat(doctor.code()).isEqualTo(1);
        assertThat(doctor.out().lines()).hasSizeLessThan(60);
        assertThat(doctor.out()).contains("40,000 traces").endsWith("39,980 more\n");

        Result diff = latency("diff", "--before", directory.toString(), "--after", directory.toString());
        assertThat(diff.err())
                .contains("No route has 30 requests", "39,980 more")
                .hasSizeLessThan(3_000);
    }
}
