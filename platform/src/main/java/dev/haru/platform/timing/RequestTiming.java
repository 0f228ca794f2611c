package dev.haru.platform.timing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of one request goes. Every moment since it came belongs to exactly one {@link Part}, also when several
 * threads work for it, so that the parts add up to the whole and nothing is counted twice. May be used by any thread.
 */
public final class RequestTiming {

    private static final Part[] PARTS = Part.values();
    private static final ThreadLocal<@Nullable RequestTiming> CURRENT = new ThreadLocal<>();

    /** Stands for work that no request waits for. */
    private static final RequestTiming NOBODY = new RequestTiming();

    private final long[] spent = new long[PARTS.length];
    private final int[] running = new int[PARTS.length];
    private final TimingEntries neighbours = new TimingEntries();
    private final List<String> hits = new ArrayList<>(2);
    private long since = System.nanoTime();

    RequestTiming() {}

    /** The timing of the request that this thread works for; one that nobody reads when it works for none. */
    public static RequestTiming current() {
        RequestTiming timing = CURRENT.get();
        return timing == null ? NOBODY : timing;
    }

    /** From now on this thread works for the request. */
    void enter() {
        CURRENT.set(this);
    }

    /** From now on this thread works for nobody. */
    static void leave() {
        CURRENT.remove();
    }

    /** The request waits for this from now on. */
    public void begin(Part part) {
        if (this != NOBODY) {
            change(part, 1);
        }
    }

    /** The request waits for this no longer. */
    public void end(Part part) {
        if (this != NOBODY) {
            change(part, -1);
        }
    }

    /** A cache answered; which entry of the header it spared, {@code haru.server-timing.hits} says. */
    public void hit(String cache) {
        if (this != NOBODY) {
            synchronized (this) {
                hits.add(cache);
            }
        }
    }

    /** A neighbour answered and said where its time went. */
    synchronized void told(String header) {
        if (this != NOBODY) {
            neighbours.addAll(header);
        }
    }

    /** A neighbour answered without saying: all of the time is its own. */
    synchronized void took(String hop, long nanos) {
        if (this != NOBODY) {
            neighbours.add(hop, nanos);
        }
    }

    /** A neighbour did not answer, which took that long. */
    synchronized void failed(String hop, long nanos) {
        if (this != NOBODY) {
            neighbours.add(hop, nanos);
            neighbours.note(hop, TimingEntries.NO_ANSWER);
        }
    }

    /** The header as of now, for an answer of this hop. */
    synchronized String header(String hop, Map<String, String> entriesByCache) {
        settle();
        TimingEntries entries = new TimingEntries();
        entries.add(hop, spent[Part.OWN.rank]);
        for (Part part : PARTS) {
            if (part.entry != null && spent[part.rank] > 0) {
                entries.add(part.entry, spent[part.rank]);
            }
        }
        long waited = spent[Part.NEIGHBOUR.rank];
        if (waited > 0) {
            TimingEntries others = new TimingEntries();
            others.addAll(neighbours);
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
