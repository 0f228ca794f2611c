package dev.haru.latency.source;

import dev.haru.latency.trace.TraceId;
import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;

/** One trace of Grafana Tempo, by its id. */
public final class TempoTrace implements TraceSource {

    private final HttpApi tempo;
    private final TraceId id;

    /** Throws {@link BadInput} if {@code url} is not an http or https URL. */
    public TempoTrace(String url, TraceId id) {
        this.tempo = new HttpApi("Tempo", "--tempo", url);
        this.id = id;
    }

    @Override
    public void read(SpanSink sink) {
        HttpResponse<byte[]> answer = tempo.await(tempo.send("/api/v2/traces/" + id));
        if (answer.statusCode() == HttpApi.NOT_FOUND) {
            return;
        }
        if (answer.statusCode() != HttpApi.OK) {
            throw tempo.refused(answer);
        }
        TraceReader.read(new ByteArrayInputStream(answer.body()), answer.uri().toString(), false, sink);
    }

    @Override
    public String link(TraceId trace) {
        return tempo + "/api/v2/traces/" + trace;
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
