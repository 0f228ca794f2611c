package dev.haru.latency.why;

import dev.haru.latency.component.Component;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One call of a service within a request, with its time on the critical path.
 *
 * @param operation the called operation
 * @param shape the hash of the operations in this call, of the service and of its upstream services, and their counts
 * @param own the nanoseconds inside the service by component
 * @param in the network by which the call came; null for the first service of the request
 * @param out the networks of the calls of upstream services
 * @param attributes the attributes of the server span, by name
 */
record Visit(
        String service,
        String operation,
        int shape,
        Map<Component, Long> own,
        @Nullable Hop in,
        List<Hop> out,
        Map<String, String> attributes) {

    /** The time inside the service and on the adjacent networks that {@code counts} accepts (ns). */
    long nanos(Predicate<Place> counts) {
        long sum = ownNanos();
        if (in != null && counts.test(in.place())) {
            sum += in.nanos();
        }
        for (Hop hop : out) {
            sum += counts.test(hop.place()) ? hop.nanos() : 0;
        }
        return sum;
    }

    /** The time inside the service, and on the network of each of its calls. */
    List<Timing<Place>> places() {
        List<Timing<Place>> timings = new ArrayList<>();
        timings.add(new Timing<>(Place.inside(service), operation, shape, ownNanos()));
        for (Hop hop : out) {
            timings.add(new Timing<>(hop.place(), hop.operation(), 0, hop.nanos()));
        }
        return timings;
    }

    private long ownNanos() {
        long sum = 0;
        for (long part : own.values()) {
            sum += part;
        }
        return sum;
    }
}
