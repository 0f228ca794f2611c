package dev.haru.latency;

import dev.haru.latency.log.LogFiles;
import dev.haru.latency.log.LogLine;
import dev.haru.latency.log.Loki;
import dev.haru.latency.page.TracePage;
import dev.haru.latency.show.ShownTrace;
import dev.haru.latency.show.ShownTraceText;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.DroppedSpans;
import dev.haru.latency.source.FileSource;
import dev.haru.latency.source.TempoTrace;
import dev.haru.latency.source.TraceById;
import dev.haru.latency.source.TraceSource;
import dev.haru.latency.text.Printable;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceId;
import dev.haru.latency.trace.TraceTree;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "show",
        description = "Shows one trace with its critical path, its log lines and its Server-Timing.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ShowCommand implements Callable<Integer> {

    private static final int ID_DIGITS = 32;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "TRACE", description = "A trace id, such as the X-Trace-Id of a response.")
    private String trace = "";

    @Mixin
    private Store store = new Store();

    @Option(names = "--logs", paramLabel = "PATH", description = "A log file, or a directory of .log files.")
    private @Nullable Path logs;

    @Option(
            names = "--loki",
            paramLabel = "URL",
            description = "The URL of Loki's HTTP API, such as http://localhost:3100.")
    private @Nullable String loki;

    @Option(names = "--html", paramLabel = "FILE", description = "Also write a page with the waterfall and the logs.")
    private @Nullable Path html;

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        TraceId id = id();
        TraceSource source = store.<TraceSource>select(FileSource::new, tempo -> new TempoTrace(tempo, id));
        DroppedSpans dropped = new DroppedSpans();
        Trace found = TraceById.find(source, id, dropped);
        dropped.notes(source.description())
                .forEach(note -> spec.commandLine().getErr().println(Printable.line(note)));
        TraceTree tree = TraceTree.of(found);
        ShownTrace shown = ShownTrace.of(found, tree, source.description(), source.link(id), logLines(id, tree));
        if (html != null) {
            OfCommand.write(html, TracePage.of(shown, tree));
        }
        output.print(shown, ShownTraceText.of(shown));
        return 0;
    }

    private List<LogLine> logLines(TraceId id, TraceTree tree) {
        if (logs != null && loki != null) {
            throw new BadInput("set either --logs PATH or --loki URL, not both.");
        }
        if (loki != null) {
            return new Loki(loki, store.tenant()).find(id, ShownTrace.start(tree), ShownTrace.end(tree));
        }
        return logs == null ? List.of() : LogFiles.find(logs, id);
    }

    /** Viewers omit the leading zeros of an id. */
    private TraceId id() {
        String digits = trace.strip().toLowerCase(Locale.ROOT);
        if (!digits.matches("[0-9a-f]{1,32}")) {
            throw new BadInput(trace + " is not a trace id: up to 32 hexadecimal digits are expected.");
        }
        return TraceId.ofHex("0".repeat(ID_DIGITS - digits.length()) + digits);
    }
}
