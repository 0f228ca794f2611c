package dev.haru.latency.source;

import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * All spans of a source, grouped by trace, in bounded memory. The spans are partitioned into files by trace id, and
 * only one file is in memory at a time. This is the partitioning phase of a Grace hash join (Kitsuregawa et al. 1983).
 * The store can be read repeatedly. {@link #close} deletes its files.
 */
public final class TraceStore implements AutoCloseable {

    /** The JSON size of the spans that are in memory at once. As objects, they take up to three times as much. */
    private static final long BYTES_AT_ONCE = 16L << 20;

    private static final int MAXIMUM_PARTITIONS = 512;

    private final Path directory;
    private final List<SpanFile> partitions;
    private final DroppedSpans dropped = new DroppedSpans();
    private long spans;

    private TraceStore(Path directory, List<SpanFile> partitions) {
        this.directory = directory;
        this.partitions = partitions;
    }

    /** Reads the source to its end. Throws {@link BadInput} if the source does. */
    public static TraceStore of(TraceSource source) {
        int count = Math.clamp(1 + source.size() / BYTES_AT_ONCE, 1, MAXIMUM_PARTITIONS);
        try {
            Path directory = Files.createTempDirectory("latency");
            List<SpanFile> partitions = new ArrayList<>();
            TextTable texts = new TextTable();
            for (int i = 0; i < count; i++) {
                partitions.add(new SpanFile(directory.resolve(Integer.toString(i)), texts));
            }
            TraceStore store = new TraceStore(directory, partitions);
            store.fill(source);
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The number of spans that were read, duplicates included. */
    public long spans() {
        return spans;
    }

    /** The spans that the source dropped. */
    public DroppedSpans dropped() {
        return dropped;
    }

    /** Visits all traces, partition by partition. */
    public void forEach(Consumer<Trace> action) {
        for (SpanFile partition : partitions) {
            Map<TraceId, List<Span>> byTrace = new LinkedHashMap<>();
            partition.read(span -> byTrace.computeIfAbsent(span.traceId(), _ -> new ArrayList<>())
                    .add(span));
            byTrace.forEach((id, spans) -> action.accept(new Trace(id, spans)));
        }
    }

    /** Finds the trace with this id. Returns a trace without spans if there is none. */
    public Trace find(TraceId id) {
        List<Span> found = new ArrayList<>();
        partition(id).read(span -> {
            if (span.traceId().equals(id)) {
                found.add(span);
            }
        });
        return new Trace(id, found);
    }

    @Override
    public void close() {
        try {
            for (SpanFile partition : partitions) {
                partition.delete();
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void fill(TraceSource source) {
        boolean filled = false;
        try {
            source.read(dropped.countingFor(this::add));
            partitions.forEach(SpanFile::finish);
            filled = true;
        } finally {
            if (!filled) {
                close();
            }
        }
    }

    private void add(Span span) {
        spans++;
        partition(span.traceId()).write(span);
    }

    private SpanFile partition(TraceId id) {
        return partitions.get(Math.floorMod(id.hashCode(), partitions.size()));
    }
}
