package dev.haru.latency;

import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.TempoApi;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name where the traces are stored: files or Tempo. */
final class Store {

    @Option(
            names = "--files",
            paramLabel = "PATH",
            description = "A file or a directory of OTLP/JSON, Jaeger JSON or Zipkin JSON.")
    private @Nullable Path files;

    @Option(
            names = "--tempo",
            paramLabel = "URL",
            description = "The URL of Tempo's HTTP API, such as http://localhost:3200.")
    private @Nullable String tempo;

    @Option(
            names = "--tenant",
            paramLabel = "ID",
            description = "The tenant of Tempo and Loki, for the header X-Scope-OrgID.")
    private @Nullable String tenant;

    @Option(
            names = "--allow-partial",
            description = "Accept traces of which Tempo returns only a part, because they exceed its limits.")
    private boolean allowPartial;

    @Option(
            names = "--skip-cut-off",
            description = "Accept a file that ends within a span, because it is still being written or was cut off.")
    private boolean skipCutOff;

    /**
     * Returns the selected source. {@code ofFiles} gets {@code --skip-cut-off}, too. Throws BadInput if no store, or
     * more than one, is selected.
     */
    <S> S select(BiFunction<Path, Boolean, S> ofFiles, Function<TempoApi, S> ofTempo) {
        if (files != null && tempo == null) {
            return ofFiles.apply(files, skipCutOff);
        }
        if (files == null && tempo != null) {
            return ofTempo.apply(tempo(tempo));
        }
        throw new BadInput("set either --files PATH or --tempo URL.");
    }

    /**
     * Returns the source that the value of {@code option} names: a path, or with {@code --tempo} a window. Throws
     * BadInput if {@code --files} is set.
     */
    <S> S select(String option, String value, BiFunction<Path, Boolean, S> ofFiles, Function<TempoApi, S> ofTempo) {
        if (files != null) {
            throw new BadInput(option + " names the files already: remove --files.");
        }
        return tempo == null ? ofFiles.apply(Path.of(value), skipCutOff) : ofTempo.apply(tempo(tempo));
    }

    /** The tenant of Tempo and Loki. */
    @Nullable String tenant() {
        return tenant;
    }

    private TempoApi tempo(String url) {
        return new TempoApi(url, tenant, allowPartial);
    }
}
