package dev.haru.latency.serve;

import dev.haru.latency.live.LiveTraces;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.DropReason;
import dev.haru.latency.source.DroppedSpans;
import dev.haru.latency.source.SpanSink;
import dev.haru.latency.source.TraceFeed;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceFixture;
import dev.haru.latency.trace.TraceId;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server with traces of a source in memory, a day after they began. The source has dropped three unfinished spans.
 */
final class ServedTraces implements AutoCloseable, TraceFeed {

    private final List<Trace> added = new CopyOnWriteArrayList<>();
    private final List<Throwable> defects = new CopyOnWriteArrayList<>();
    private final DroppedSpans dropped = new DroppedSpans();
    private final LiveTraces live;
    private final LatencyServer server;
    private volatile @Nullable String problem;

    ServedTraces(int maximum, Stream<Trace> traces) {
        traces.forEach(added::add);
        dropped.add(DropReason.UNFINISHED, 3);
        Instant now = Instant.EPOCH.plusNanos(TraceFixture.BEGIN).plusSeconds(86_400);
        live = new LiveTraces(
                this,
                TraceId::toString,
                () -> Long.MIN_VALUE,
                maximum,
                64 << 20,
                Clock.fixed(now, ZoneOffset.UTC),
                defects::add);
        server = LatencyServer.start(InetAddress.getLoopbackAddress(), 0, live, defects::add);
        live.start();
    }

    String url() {
        return server.url();
    }

    /** The exceptions that the server took for a defect of its own. */
    List<Throwable> defects() {
        return defects;
    }

    /** From now on, the source cannot be read. */
    void fail(String reason) {
        problem = reason;
    }

    @Override
    public void poll(SpanSink sink) {
        String reason = problem;
        if (reason != null) {
            throw new BadInput(reason);
        }
        added.forEach(trace -> trace.spans().forEach(sink));
        added.clear();
    }

    @Override
    public DroppedSpans dropped() {
        return dropped;
    }

    @Override
    public String link(TraceId id) {
        return id.toString();
    }

    @Override
    public String description() {
        return "fixture";
    }

    @Override
    public void close() {
        server.close();
        live.close();
    }
}
