package dev.haru.latency.why;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Charges each slower network to a service at one of its ends:
 *
 * <ol>
 *   <li>the client service, if all its other ways out are slower, too
 *   <li>the upstream service, if all other ways into it are slower, too, or the time inside it
 *   <li>the client service, if this is its only way out and the time inside it is slower, too
 *   <li>otherwise, only this network is slower. It is charged to the upstream service, unless that has other ways in
 *       and the client service has no other way out: then it is charged to the client service.
 * </ol>
 */
final class Ends {

    /** A network is as slow as another one if its slowdown is at least this share of the other one's. */
    private static final double SIMILAR = 1.0 / 3;

    /** The share of the ways that counts as all, because a way with few calls is uncertain. */
    private static final double ALL = 2.0 / 3;

    /** Which rule charged a network. */
    enum Rule {
        /** All ways out of the client service are slower. */
        WAYS_OUT,
        /** All ways into the upstream service are slower. */
        WAYS_IN,
        /** The time inside the charged service is slower, too. */
        INSIDE,
        /** Only this network is slower. */
        PAIR
    }

    /** The charged service of a network, and the rule. */
    record End(String service, Rule rule) {}

    private final Map<Place, Double> slowdowns = new HashMap<>();

    private Ends(Contrast<Place> contrast) {
        List<Place> places = contrast.subjects();
        double[] values = contrast.slowdowns();
        double[] affected = contrast.affected();
        for (int i = 0; i < values.length; i++) {
            if (affected[i] > 0) {
                slowdowns.put(places.get(i), values[i]);
            }
        }
    }

    /** The charged end of each network that is slower. */
    static Map<Place, End> of(Contrast<Place> contrast) {
        Ends ends = new Ends(contrast);
        Map<Place, End> charged = new HashMap<>();
        ends.slowdowns.forEach((place, slowdown) -> {
            if (place.isNetwork() && slowdown > 0) {
                charged.put(place, ends.end(place, slowdown * SIMILAR));
            }
        });
        return charged;
    }

    private End end(Place network, double similar) {
        String client = network.service();
        String upstream = network.upstream();
        Ways out = ways(network, other -> other.service().equals(client), similar);
        Ways in = ways(network, other -> other.upstream().equals(upstream), similar);
        if (out.areAllSlower()) {
            return new End(client, Rule.WAYS_OUT);
        }
        if (in.areAllSlower()) {
            return new End(upstream, Rule.WAYS_IN);
        }
        if (isSlower(upstream, similar)) {
            return new End(upstream, Rule.INSIDE);
        }
        if (out.isOnlyWay() && isSlower(client, similar)) {
            return new End(client, Rule.INSIDE);
        }
        return new End(out.isOnlyWay() && !in.isOnlyWay() ? client : upstream, Rule.PAIR);
    }

    private boolean isSlower(String service, double similar) {
        return slowdowns.getOrDefault(Place.inside(service), 0.0) >= similar;
    }

    private Ways ways(Place network, Predicate<Place> sameEnd, double similar) {
        List<Double> others = slowdowns.entrySet().stream()
                .filter(entry -> entry.getKey().isNetwork() && !entry.getKey().equals(network))
                .filter(entry -> sameEnd.test(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        return new Ways(
                others.size(),
                others.stream().filter(slowdown -> slowdown >= similar).count());
    }

    /** The other networks at one end. */
    private record Ways(int others, long slower) {

        boolean isOnlyWay() {
            return others == 0;
        }

        boolean areAllSlower() {
            return others > 0 && slower >= ALL * others;
        }
    }
}
