package dev.haru.latency.profile;

import dev.haru.latency.component.Breakdown;
import dev.haru.latency.component.Component;
import dev.haru.latency.route.Route;
import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.source.DroppedSpans;
import dev.haru.latency.statistics.WeightedValues;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The measured requests of one route.
 *
 * @param requests the number of requests
 * @param incomplete the number of requests whose trace has a span with a missing parent
 * @param corrected the number of requests with a span that was moved because of clock skew
 * @param elsewhere the number of ignored requests: they begin at another service than most, because the spans of the
 *     calling service are missing
 * @param sampling how the requests were sampled before the tool read them
 * @param sample all requests, or a uniform sample
 * @param services the services with a span in any trace, of this route or not
 * @param dropped the spans of all traces that are in no figure
 */
public record Measured(
        Route route,
        long requests,
        long incomplete,
        long corrected,
        long elsewhere,
        SamplingSummary sampling,
        List<Breakdown> sample,
        Collection<String> services,
        DroppedSpans dropped) {

    /** Requests that are not known to be sampled. */
    public Measured(
            Route route,
            long requests,
            long incomplete,
            long corrected,
            long elsewhere,
            List<Breakdown> sample,
            Collection<String> services) {
        this(
                route,
                requests,
                incomplete,
                corrected,
                elsewhere,
                SamplingSummary.unknown(requests),
                sample,
                services,
                new DroppedSpans());
    }

    /** All components of the sample. */
    public Set<Component> components() {
        Set<Component> components = new HashSet<>();
        sample.forEach(breakdown -> components.addAll(breakdown.parts().keySet()));
        return components;
    }

    /** A figure of each request, in the order of the sample. */
    public WeightedValues values(ToLongFunction<Breakdown> figure) {
        return WeightedValues.of(sample, figure, Breakdown::weight);
    }
}
