package dev.haru.platform.timing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measures where the time of one request goes. Every moment since its arrival belongs to exactly one {@link Part}, even
 * if several threads work on it. So the parts add up to the whole, and no time counts twice. Thread-safe.
 *
 * <p>Longer than 120 lines because one lock guards the times of all parts.
 */
public final class RequestTiming {

    private static final Part[] PARTS = Part.values();
    private static final ThreadLocal<@Nullable RequestTiming> CURRENT = new ThreadLocal<>();

    /** The timing of work that no request waits for; it records nothing. */
    private static final RequestTiming NO_REQUEST = new RequestTiming();

    private final long[] spent = new long[PARTS.length];
    private final int[] running = new int[PARTS.length];
    private final TimingEntries upstreamEntries = new TimingEntries();
    private final List<String> hits = new ArrayList<>(2);
    private long since = System.nanoTime();

    RequestTiming() {}

    /** The timing of the request that this thread works on; one that records nothing if there is no request. */
    public static RequestTiming current() {
        RequestTiming timing = CURRENT.get();
        return timing == null ? NO_REQUEST : timing;
    }

    /** Associates this thread with the request. */
    void enter() {
        CURRENT.set(this);
    }

    /** Ends the association of this thread with a request. */
    static void leave() {
        CURRENT.remove();
    }

    /** Begins an activity of the request. */
    public void begin(Part part) {
        if (this != NO_REQUEST) {
            change(part, 1);
        }
    }

    /** Ends an activity of the request. */
    public void end(Part part) {
        if (this != NO_REQUEST) {
            change(part, -1);
        }
    }

    /** Records a cache hit. {@code haru.server-timing.hits} maps the cache to the header entry to mark. */
    public void hit(String cache) {
        if (this != NO_REQUEST) {
            synchronized (this) {
                hits.add(cache);
            }
        }
    }

    /** Adds the entries of an upstream service's response. */
    synchronized void upstreamReported(String header) {
        if (this != NO_REQUEST) {
            upstreamEntries.addAll(header);
        }
    }

    /** Adds the whole time of an upstream call, because the response has no timing header. */
    synchronized void upstreamTook(String hop, long nanos) {
        if (this != NO_REQUEST) {
            upstreamEntries.add(hop, nanos);
        }
    }

    /** Adds the time of an upstream call without a response. */
    synchronized void upstreamFailed(String hop, long nanos) {
        if (this != NO_REQUEST) {
            upstreamEntries.add(hop, nanos);
            upstreamEntries.note(hop, TimingEntries.NO_ANSWER);
        }
    }

    /** The value of the header at this moment, for a response of this service. */
    synchronized String header(String hop, Map<String, String> entriesByCache) {
        settle();
        TimingEntries entries = new TimingEntries();
        entries.add(hop, spent[Part.OWN.rank]);
        for (Part part : PARTS) {
            if (part.entry != null && spent[part.rank] > 0) {
                entries.add(part.entry, spent[part.rank]);
            }
        }
        long waited = spent[Part.UPSTREAM.rank];
        if (waited > 0) {
            TimingEntries others = new TimingEntries();
            others.addAll(upstreamEntries);
            others.fill(waited);
            entries.addAll(others);
        }
        for (String cache : hits) {
            String entry = entriesByCache.get(cache);
            if (entry != null) {
                entries.note(entry, TimingEntries.HIT);
            }
        }
        return entries.toString();
    }

    private synchronized void change(Part part, int by) {
        settle();
        running[part.rank] += by;
    }

    private void settle() {
        long now = System.nanoTime();
        spent[active()] += now - since;
        since = now;
    }

    private int active() {
        for (int part = PARTS.length - 1; part > 0; part--) {
            if (running[part] > 0) {
                return part;
            }
        }
        return 0;
    }
}
