package dev.haru.latency.source;

import dev.haru.latency.trace.TraceId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Searches Grafana Tempo for traces that are new since the last search. A search goes back a minute more, because spans
 * arrive late. Each trace is read twice: when a search finds it, and once after {@link #COMPLETE}.
 */
public final class RecentOfTempo implements TraceFeed {

    private static final Duration LATE = Duration.ofMinutes(1);
    private static final Duration COMPLETE = Duration.ofSeconds(20);

    private final TempoApi tempo;
    private final String query;
    private final int limit;
    private final Clock clock;
    private final Map<String, DroppedSpans> ofRecent = new HashMap<>();
    private final DroppedSpans ofOld = new DroppedSpans();
    private Instant from;
    private Map<String, Instant> read = new HashMap<>();

    /**
     * The traces since a time.
     *
     * @param from the begin of the first search
     * @param limit the maximum number of traces of one search
     */
    public RecentOfTempo(TempoApi tempo, String query, Instant from, int limit, Clock clock) {
        this.tempo = tempo;
        this.query = query;
        this.from = from;
        this.limit = limit;
        this.clock = clock;
    }

    @Override
    public void poll(SpanSink sink) {
        Instant now = clock.instant();
        TempoSource source = new TempoSource(tempo, query, from, now, limit, _ -> {});
        List<String> found = source.search();
        List<String> due = found.stream().filter(id -> isDue(id, now)).toList();
        source.fetch(due, id -> {
            DroppedSpans dropped = new DroppedSpans();
            ofRecent.put(id, dropped);
            return dropped.countingFor(sink);
        });
        Map<String, Instant> known = new HashMap<>();
        found.forEach(id -> known.put(id, read.getOrDefault(id, now)));
        due.stream().filter(read::containsKey).forEach(id -> known.put(id, Instant.MAX));
        read = known;
        ofRecent.entrySet().removeIf(trace -> {
            boolean isOld = !known.containsKey(trace.getKey());
            if (isOld) {
                ofOld.add(trace.getValue());
            }
            return isOld;
        });
        Instant next = now.minus(LATE);
        from = next.isAfter(from) ? next : from;
    }

    @Override
    public DroppedSpans dropped() {
        return DroppedSpans.sum(Stream.concat(Stream.of(ofOld), ofRecent.values().stream()));
    }

    @Override
    public String link(TraceId id) {
        return tempo.link(id);
    }

    @Override
    public String description() {
        return "Tempo at " + tempo;
    }

    private boolean isDue(String id, Instant now) {
        Instant first = read.get(id);
        return first == null || (!first.equals(Instant.MAX) && first.isBefore(now.minus(COMPLETE)));
    }
}
