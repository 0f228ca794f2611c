package dev.haru.latency.profile;

import dev.haru.latency.component.Breakdown;
import dev.haru.latency.component.Component;
import dev.haru.latency.route.Route;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The requests of one route.
 *
 * @param requests how many there were
 * @param incomplete how many have a span in their trace whose parent is missing
 * @param corrected how many have a span whose clock was not believed
 * @param elsewhere how many more began at another service than most, because what called it is missing; they are left
 *     out
 * @param sample all of them, or a uniform sample
 * @param services those that have a span in any trace, of this route or not
 */
public record Measured(
        Route route,
        long requests,
        long incomplete,
        long corrected,
        long elsewhere,
        List<Breakdown> sample,
        Collection<String> services) {

    /** Every component that any of them has. */
    public Set<Component> components() {
        Set<Component> components = new HashSet<>();
        sample.forEach(breakdown -> components.addAll(breakdown.parts().keySet()));
        return components;
    }

    /** How long they took (ns), sorted. */
    public long[] durations() {
        return sample.stream().mapToLong(Breakdown::duration).sorted().toArray();
    }

    /** What each spent on one component (ns), in the order of the sample. */
    public long[] nanos(Component component) {
        return sample.stream()
                .mapToLong(breakdown -> breakdown.nanos(component))
                .toArray();
    }
}
