package dev.haru.gateway.timing;

import dev.haru.platform.timing.TimingEntries;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/** How long a request has been here, and how much of that a service had it. */
public final class ExchangeTiming {

    private static final String ATTRIBUTE = ExchangeTiming.class.getName();
    private static final String OWN = "gw";

    private final long start = System.nanoTime();
    private final TimingEntries silent = new TimingEntries();
    private String asked = "";
    private long askedAt;
    private boolean waiting;
    private long waited;
    private long answerTook;

    private ExchangeTiming() {}

    /** The timing of this request; null when nobody gets to see it. */
    public static @Nullable ExchangeTiming of(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE);
    }

    static ExchangeTiming start(ServerWebExchange exchange) {
        ExchangeTiming timing = new ExchangeTiming();
        exchange.getAttributes().put(ATTRIBUTE, timing);
        return timing;
    }

    /** A service is asked, perhaps a second time. */
    public void asks(String service) {
        asked = TimingEntries.hop(service);
        askedAt = System.nanoTime();
        waiting = true;
    }

    /** The service's answer begins. */
    public void answered() {
        if (waiting) {
            answerTook = stop();
        }
    }

    /** The service did not answer, or broke off its answer, which changes nothing any more. */
    public void failed() {
        if (waiting) {
            silent.add(asked, stop());
            silent.note(asked, TimingEntries.NO_ANSWER);
        }
    }

    /** The header as of now. */
    String header(@Nullable List<String> services) {
        TimingEntries others = new TimingEntries();
        others.addAll(silent);
        if (services != null) {
            services.forEach(others::addAll);
        } else if (answerTook > 0) {
            others.add(asked, answerTook);
        }
        TimingEntries entries = new TimingEntries();
        entries.add(OWN, System.nanoTime() - start - waited);
        if (waited > 0) {
            others.fill(waited);
            entries.addAll(others);
        }
        return entries.toString();
    }

    private long stop() {
        waiting = false;
        long took = System.nanoTime() - askedAt;
        waited += took;
        return took;
    }
}
