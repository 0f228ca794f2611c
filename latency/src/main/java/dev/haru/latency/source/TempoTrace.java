package dev.haru.latency.source;

import dev.haru.latency.trace.TraceId;

/** One trace of Grafana Tempo, by its id. */
public final class TempoTrace implements TraceSource {

    private final TempoApi tempo;
    private final TraceId id;

    /** The trace with this id. */
    public TempoTrace(TempoApi tempo, TraceId id) {
        this.tempo = tempo;
        this.id = id;
    }

    @Override
    public void read(SpanSink sink) {
        tempo.read(id.toString(), tempo.send(id.toString()), sink);
    }

    @Override
    public String link(TraceId trace) {
        return tempo.link(trace);
    }

    @Override
    public String description() {
        return "Tempo at " + tempo;
    }

    @Override
    public long size() {
        return 0;
    }
}
