package dev.haru.latency;

import dev.haru.latency.report.Check;
import dev.haru.latency.report.GitHubAnnotations;
import dev.haru.latency.report.JUnitXml;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.text.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Reports results to a pipeline. */
final class Report {

    @Spec(Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Also write JUnit XML with a test case for each figure of a route.")
    private @Nullable Path junit;

    @Option(
            names = "--github",
            negatable = true,
            description = "Also write an annotation of GitHub Actions for each route with a finding, to standard error "
                    + "(default: if GITHUB_ACTIONS is true).")
    private @Nullable Boolean github;

    void write(List<Check> checks) {
        String command = "latency " + spec.name();
        if (github == null ? "true".equals(System.getenv("GITHUB_ACTIONS")) : github) {
            // GitHub Actions reads both streams. Standard output may be JSON for another program.
            PrintWriter err = spec.commandLine().getErr();
            GitHubAnnotations.of(command, checks).forEach(line -> err.println(Printable.line(line)));
            err.flush();
        }
        if (junit != null) {
            try {
                Files.writeString(junit, JUnitXml.of(command, checks));
            } catch (IOException e) {
                throw new BadInput("The JUnit report cannot be written to " + junit + ": " + e.getMessage(), e);
            }
        }
    }
}
