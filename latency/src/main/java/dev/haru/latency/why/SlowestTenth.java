package dev.haru.latency.why;

import dev.haru.latency.route.Route;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides requests into the slowest tenth of each route and the rest. A route with fewer than {@value #PARTS} requests
 * is left out.
 */
record SlowestTenth(List<RequestVisits> slowest, List<RequestVisits> rest) {

    private static final int PARTS = 10;
    private static final double ROUNDING = 1e-6;

    static SlowestTenth of(List<RequestVisits> requests) {
        Map<Route, List<RequestVisits>> byRoute = new LinkedHashMap<>();
        requests.forEach(request ->
                byRoute.computeIfAbsent(request.route(), _ -> new ArrayList<>()).add(request));
        List<RequestVisits> slowest = new ArrayList<>();
        List<RequestVisits> rest = new ArrayList<>();
        for (List<RequestVisits> ofRoute : byRoute.values()) {
            if (ofRoute.size() >= PARTS) {
                ofRoute.sort(Comparator.comparingLong(RequestVisits::duration));
                int boundary = boundary(ofRoute);
                rest.addAll(ofRoute.subList(0, boundary));
                slowest.addAll(ofRoute.subList(boundary, ofRoute.size()));
            }
        }
        return new SlowestTenth(slowest, rest);
    }

    /** The index of the first request of the slowest tenth of the population. */
    private static int boundary(List<RequestVisits> ascending) {
        double tenth = ascending.stream().mapToDouble(RequestVisits::weight).sum() / PARTS;
        double slower = 0;
        int boundary = ascending.size();
        while (boundary > 1 && slower + ascending.get(boundary - 1).weight() <= tenth + ROUNDING) {
            boundary--;
            slower += ascending.get(boundary).weight();
        }
        return boundary;
    }
}
