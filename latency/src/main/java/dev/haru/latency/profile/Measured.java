package dev.haru.latency.profile;

import dev.haru.latency.component.Breakdown;
import dev.haru.latency.component.Component;
import dev.haru.latency.route.Route;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The measured requests of one route.
 *
 * @param requests the number of requests
 * @param incomplete the number of requests whose trace has a span with a missing parent
 * @param corrected the number of requests with a span that was moved because of clock skew
 * @param elsewhere the number of ignored requests: they begin at another service than most, because the spans of the
 *     calling service are missing
 * @param sample all requests, or a uniform sample
 * @param services the services with a span in any trace, of this route or not
 */
public record Measured(
        Route route,
        long requests,
        long incomplete,
        long corrected,
        long elsewhere,
        List<Breakdown> sample,
        Collection<String> services) {

    /** All components of the sample. */
    public Set<Component> components() {
        Set<Component> components = new HashSet<>();
        sample.forEach(breakdown -> components.addAll(breakdown.parts().keySet()));
        return components;
    }

    /** The durations (ns), sorted. */
    public long[] durations() {
        return sample.stream().mapToLong(Breakdown::duration).sorted().toArray();
    }

    /** The time of a component in each request (ns), in the order of the sample. */
    public long[] nanos(Component component) {
        return sample.stream()
                .mapToLong(breakdown -> breakdown.nanos(component))
                .toArray();
    }
}
