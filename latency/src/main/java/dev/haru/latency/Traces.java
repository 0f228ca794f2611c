package dev.haru.latency;

import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.FileSource;
import dev.haru.latency.source.TempoSource;
import dev.haru.latency.source.TraceSource;
import dev.haru.latency.trace.TraceId;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select traces. */
final class Traces {

    static final String ANY_REQUEST = "{ kind = server }";
    private static final Duration RECENT = Duration.ofHours(1);

    @Option(names = "--files", paramLabel = "PATH", description = "A file or a directory of OTLP/JSON lines.")
    private @Nullable Path files;

    @Option(
            names = "--tempo",
            paramLabel = "URL",
            description = "The URL of Tempo's HTTP API, such as http://localhost:3200.")
    private @Nullable String tempo;

    @Option(
            names = "--last",
            paramLabel = "TIME",
            description =
                    "Only requests of the last 30s, 15m, 2h or 1d (default: all requests of files, the last hour of Tempo).")
    private @Nullable String last;

    @Option(
            names = "--since",
            paramLabel = "INSTANT",
            description = "Only requests since an instant such as 2026-11-21T10:00:00Z, instead of --last.")
    private @Nullable String since;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "The maximum number of traces from Tempo (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(
            names = "--skip-cut-off",
            description = "Ignore an incomplete span at the end of a file, which is still written or was cut off.")
    private boolean skipCutOff;

    @Option(
            names = "--link",
            paramLabel = "ADDRESS",
            description = "The URL of a trace in a viewer, with {trace} in the place of its id.")
    private @Nullable String link;

    /**
     * Returns the selected source. {@code query} is the TraceQL query for Tempo. Throws BadInput if no source, or more
     * than one, is selected.
     */
    TraceSource source(String query, Clock clock) {
        if ((files == null) == (tempo == null)) {
            throw new BadInput("set either --files PATH or --tempo URL.");
        }
        Instant now = clock.instant();
        Instant begin = begin(now);
        if (files != null) {
            return new FileSource(files, skipCutOff);
        }
        Instant from = begin == null ? now.minus(RECENT) : begin;
        return new TempoSource(String.valueOf(tempo), query, from, now, positiveLimit());
    }

    /** The earliest start of a request (ns since 1970). */
    long since(Clock clock) {
        Instant begin = begin(clock.instant());
        return begin == null ? Long.MIN_VALUE : Times.nanos(begin);
    }

    /** Returns the URL of a trace of that source. */
    Function<TraceId, String> link(TraceSource source) {
        String template = link;
        return template == null ? source::link : id -> template.replace("{trace}", id.toString());
    }

    /**
     * Returns the source of one side of a comparison. With {@code --tempo}, {@code value} is a window, start and
     * length. Otherwise, it is a path.
     */
    TraceSource source(String option, String value) {
        if (files != null) {
            throw new BadInput(option + " names the files already: remove --files.");
        }
        String url = tempo;
        return url == null
                ? new FileSource(Path.of(value), skipCutOff)
                : Times.window(
                        option, value, (from, to) -> new TempoSource(url, ANY_REQUEST, from, to, positiveLimit()));
    }

    private @Nullable Instant begin(Instant now) {
        if (since == null) {
            return last == null ? null : now.minus(Times.duration("--last", last));
        }
        if (last != null) {
            throw new BadInput("set either --last TIME or --since INSTANT, not both.");
        }
        return Times.past("--since", since, now);
    }

    private int positiveLimit() {
        if (limit < 1) {
            throw new BadInput("--limit " + limit + " is less than 1.");
        }
        return limit;
    }
}
