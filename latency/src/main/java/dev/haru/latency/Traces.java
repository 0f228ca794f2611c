package dev.haru.latency;

import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.FileSource;
import dev.haru.latency.source.GrowingFiles;
import dev.haru.latency.source.RecentOfTempo;
import dev.haru.latency.source.TempoSource;
import dev.haru.latency.source.TraceFeed;
import dev.haru.latency.source.TraceSource;
import dev.haru.latency.source.TraceStore;
import dev.haru.latency.text.Printable;
import dev.haru.latency.trace.TraceId;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/**
 * The options that select traces.
 *
 * <p>Longer than 120 lines because it declares and documents every option that selects traces.
 */
final class Traces {

    /** The description of an option for one side of a comparison. */
    static final String SIDE = "A file or a directory; with --tempo, a window such as 2026-11-21T10:00:00Z/15m or "
            + "now-30m/15m, and optionally a space and a TraceQL query.";

    static final String ANY_REQUEST = "{ kind = server || kind = consumer }";
    private static final Duration RECENT = Duration.ofHours(1);

    @Spec(Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private Store store = new Store();

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
            names = "--link",
            paramLabel = "ADDRESS",
            description = "The URL of a trace in a viewer, with {trace} in the place of its id.")
    private @Nullable String link;

    /**
     * Returns the selected source. {@code query} is the TraceQL query for Tempo. Throws BadInput if no source, or more
     * than one, is selected.
     */
    TraceSource source(String query, Clock clock) {
        Instant now = clock.instant();
        Instant from = fromInTempo(now);
        return store.select(
                FileSource::new, tempo -> new TempoSource(tempo, query, from, now, positiveLimit(), this::note));
    }

    /** Returns the traces of Tempo that the TraceQL query finds. Throws BadInput if files are selected. */
    TraceSource tempo(String query, Clock clock) {
        if (query.isBlank()) {
            throw new BadInput(
                    "--query is empty: a TraceQL query such as { resource.service.version = \"2\" } is expected.");
        }
        Instant now = clock.instant();
        Instant from = fromInTempo(now);
        return store.select(
                (_, _) -> {
                    throw new BadInput("--query selects traces of Tempo: set --tempo URL instead of --files.");
                },
                tempo -> new TempoSource(tempo, query, from, now, positiveLimit(), this::note));
    }

    /** Returns the selected source, which grows. Throws BadInput if no source, or more than one, is selected. */
    TraceFeed feed(Clock clock) {
        Instant from = fromInTempo(clock.instant());
        return store.select(
                GrowingFiles::new, tempo -> new RecentOfTempo(tempo, ANY_REQUEST, from, positiveLimit(), clock));
    }

    /** Reads a source to its end, and prints how many spans it drops to standard error. */
    TraceStore read(TraceSource source) {
        TraceStore store = TraceStore.of(source);
        store.dropped().notes(source.description()).forEach(this::note);
        return store;
    }

    /** The earliest start of a request (ns since 1970). */
    long since(Clock clock) {
        Instant begin = begin(clock.instant());
        return begin == null ? Long.MIN_VALUE : Times.nanos(begin);
    }

    /** Returns the URL of a trace. {@code ofSource} returns the one that is used without {@code --link}. */
    Function<TraceId, String> link(Function<TraceId, String> ofSource) {
        String template = link;
        return template == null ? ofSource : id -> template.replace("{trace}", id.toString());
    }

    /**
     * Returns the source of one side of a comparison. With {@code --tempo}, {@code value} is a window, start and
     * length, and optionally a space and a TraceQL query. Otherwise, it is a path.
     */
    TraceSource source(String option, String value, Instant now) {
        return store.select(option, value, FileSource::new, tempo -> {
            String[] words = value.split(" ", 2);
            String query = words.length < 2 || words[1].isBlank() ? ANY_REQUEST : words[1].strip();
            return Times.window(
                    option,
                    words[0],
                    now,
                    (from, to) -> new TempoSource(tempo, query, from, to, positiveLimit(), this::note));
        });
    }

    private Instant fromInTempo(Instant now) {
        Instant begin = begin(now);
        return begin == null ? now.minus(RECENT) : begin;
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

    private void note(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(Printable.line(line));
        err.flush();
    }

    private int positiveLimit() {
        if (limit < 1) {
            throw new BadInput("--limit " + limit + " is less than 1.");
        }
        return limit;
    }
}
