package dev.haru.latency.why;

import dev.haru.latency.component.Component;
import dev.haru.latency.component.Kind;
import dev.haru.latency.route.Route;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Builds requests from calls of services, with times in milliseconds that vary a little. */
final class VisitFixture {

    private static final Route ROUTE = Route.of("GET /v1/things");

    private final SplittableRandom random;
    private final List<Visit> visits = new ArrayList<>();

    private VisitFixture(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** {@code count} requests. Each number is the seed of its variation. */
    static List<RequestVisits> requests(int count, long seed, IntFunction<Request> of) {
        return IntStream.range(0, count)
                .mapToObj(number -> of.apply(number).build(seed * 1_000_003 + number))
                .toList();
    }

    /** The calls of one request. */
    interface Request {

        void fill(VisitFixture request);

        default RequestVisits build(long seed) {
            VisitFixture fixture = new VisitFixture(seed);
            fill(fixture);
            long duration = fixture.visits.stream()
                    .mapToLong(visit -> visit.nanos(place -> place.service().equals(visit.service())))
                    .sum();
            return new RequestVisits(ROUTE, duration, List.copyOf(fixture.visits));
        }
    }

    /** A call with this time inside the service, from no other service. */
    VisitFixture first(String service, double own, Hop... out) {
        visits.add(visit(service, own, null, Map.of(), out));
        return this;
    }

    /** A call over this network. */
    VisitFixture call(Hop in, double own, Hop... out) {
        return call(in, own, Map.of(), out);
    }

    VisitFixture call(Hop in, double own, Map<String, String> attributes, Hop... out) {
        visits.add(visit(in.place().upstream(), own, in, attributes, out));
        return this;
    }

    Hop hop(String client, String upstream, double millis) {
        return new Hop(new Place(client, upstream), client + " > " + upstream, nanos(millis));
    }

    private Visit visit(String service, double own, @Nullable Hop in, Map<String, String> attributes, Hop... out) {
        return new Visit(
                service,
                "GET /" + service,
                Arrays.stream(out).map(Hop::operation).sorted().toList().hashCode(),
                Map.of(new Component(service, Kind.OWN, ""), nanos(own)),
                in,
                List.of(out),
                attributes);
    }

    private long nanos(double millis) {
        return Math.round(millis * 1e6 * (0.8 + 0.4 * random.nextDouble()));
    }
}
