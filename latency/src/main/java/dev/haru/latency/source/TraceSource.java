package dev.haru.latency.source;

import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.TraceId;
import java.util.function.Consumer;

/** Where spans are read from, in any order: those of one trace may lie in many files. */
public interface TraceSource {

    /** Reads all spans once; throws {@link BadInput} with what is wrong and where. */
    void read(Consumer<Span> sink);

    /** Where a person can look at a trace: an address, else the bare id. */
    String link(TraceId id);

    /** What was read, for headings and messages. */
    String description();

    /** How many bytes of JSON it has about, so that memory can be kept in bounds; an estimate suffices. */
    long size();
}
