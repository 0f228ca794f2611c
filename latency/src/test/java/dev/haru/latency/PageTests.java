package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.files;
import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.TraceFixture.Ref;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTests {

    @TempDir
    Path directory;

    @Test
    void pageShowsBarsAndTheMedianAndP99Request() throws IOException {
        String page = page(files(directory, "a", 101, number -> HaruTraces.create(number, 0, number * 1.0)));

        assertThat(page)
                .contains("<h1>POST /v1/schedules</h1>")
                .contains("Median request <small>80.0 ms</small>")
                .contains("p99 request <small>129.0 ms</small>")
                .contains("title=\"schedule-service pool wait: 51.0 ms, 51.0 ms of it on the critical path\"")
                .containsPattern("<td class=bar><i class=pool style=\"width:100\\.000%\">");
    }

    @Test
    void pageNeedsNoNetworkAndHasNoPlaceholderLeft() throws IOException {
        String page = page(files(directory, "a", 3, HaruTraces::create));

        assertThat(page).doesNotContain("http://", "https://", "src=", "{{", "}}");
    }

    @Test
    void spanTextIsEscaped() throws IOException {
        String page = page(files(
                directory,
                "a",
                3,
                number -> HaruTraces.of(
                        number,
                        trace -> trace.server("gateway", HaruTraces.CREATE, 0, 10)
                                .sql("select '<script>alert(1)</script>{{p99}}' & \"x\"", 1, 9))));

        assertThat(page)
                .doesNotContain("<script>")
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;&#123;&#123;p99}}' &amp; &quot;x&quot;");
    }

    @Test
    void longestSpansOfManyAreShown() throws IOException {
        String page = page(files(
                directory,
                "a",
                1,
                number -> HaruTraces.of(number, trace -> {
                    Ref top = trace.server("gateway", HaruTraces.CREATE, 0, 1_000);
                    for (int i = 0; i < 10_000; i++) {
                        top.own("small", i * 0.01, i * 0.01 + 0.005);
                    }
                    top.own("large", 200, 900);
                })));

        assertThat(page).contains("large", "9,922 shorter spans are not shown");
        assertThat(page.lines().filter(line -> line.startsWith("<div class=\"row")))
                .hasSize(160);
    }

    @Test
    void unwritablePageIsReported() {
        String files = files(directory, "a", 3, HaruTraces::create);

        assertThat(latency("of", HaruTraces.CREATE, "--files", files, "--html", "/nowhere/page.html")
                        .err())
                .contains("cannot be written to /nowhere/page.html");
    }

    private String page(String files) throws IOException {
        Path file = directory.resolve("page.html");
        assertThat(latency("of", HaruTraces.CREATE, "--files", files, "--html", file.toString())
                        .code())
                .isZero();
        return Files.readString(file);
    }
}
