package dev.haru.gateway.timing;

import dev.haru.platform.timing.TimingEntries;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/** Measures the time of a request in the gateway, and the part of it that was spent waiting for services. */
public final class ExchangeTiming {

    private static final String ATTRIBUTE = ExchangeTiming.class.getName();
    private static final String OWN = "gw";

    private final long start = System.nanoTime();
    private final TimingEntries unanswered = new TimingEntries();
    private String upstream = "";
    private long waitStart;
    private boolean waiting;
    private long waitedNanos;
    private long responseNanos;

    private ExchangeTiming() {}

    /** Returns the timing of this request; null when {@code Server-Timing} is not shown. */
    public static @Nullable ExchangeTiming of(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE);
    }

    static ExchangeTiming start(ServerWebExchange exchange) {
        ExchangeTiming timing = new ExchangeTiming();
        exchange.getAttributes().put(ATTRIBUTE, timing);
        return timing;
    }

    /** Starts the wait for a service, unless the request already waits for its connection; a retry calls it again. */
    public void waitFor(String service) {
        if (!waiting) {
            upstream = TimingEntries.hop(service);
            waitStart = System.nanoTime();
            waiting = true;
        }
    }

    /** Ends the wait: the response has begun. */
    public void responded() {
        if (waiting) {
            responseNanos = stop();
        }
    }

    /** Ends the wait: the service did not respond. Does nothing for a failure after the response has begun. */
    public void failed() {
        if (waiting) {
            unanswered.add(upstream, stop());
            unanswered.note(upstream, TimingEntries.NO_ANSWER);
        }
    }

    /**
     * Returns the value of the header now.
     *
     * @param services the {@code Server-Timing} values of the service's response; null when it has none
     */
    String header(@Nullable List<String> services) {
        TimingEntries others = new TimingEntries();
        others.addAll(unanswered);
        if (services != null) {
            services.forEach(others::addAll);
        } else if (responseNanos > 0) {
            others.add(upstream, responseNanos);
        }
        TimingEntries entries = new TimingEntries();
        entries.add(OWN, System.nanoTime() - start - waitedNanos);
        if (waitedNanos > 0) {
            others.fill(waitedNanos);
            entries.addAll(others);
        }
        return entries.toString();
    }

    private long stop() {
        waiting = false;
        long took = System.nanoTime() - waitStart;
        waitedNanos += took;
        return took;
    }
}
