package dev.haru.latency.why;

import dev.haru.latency.table.Figures;
import java.util.List;

/** Finds the services that became slower. */
public final class Why {

    /** At most one in a hundred comparisons of equal windows names a suspect. */
    private static final double CHANCE = 0.01;

    private static final int MINIMUM_REQUESTS = 10;

    private final List<RequestVisits> before;
    private final List<RequestVisits> after;

    private Why(List<RequestVisits> before, List<RequestVisits> after) {
        this.before = before;
        this.after = after;
    }

    /** Compares two windows. */
    public static Diagnosis between(List<RequestVisits> before, List<RequestVisits> after, long seed) {
        Why why = new Why(before, after);
        long fewest = Math.min(effective(before), effective(after));
        if (fewest < MINIMUM_REQUESTS) {
            return why.nothing("%d and %d requests are too few: each side needs %d."
                    .formatted(effective(before), effective(after), MINIMUM_REQUESTS));
        }
        double chance = Contrast.of(
                        before,
                        after,
                        visit -> List.of(new Timing<>(
                                visit.service(), visit.operation(), visit.shape(), visit.nanos(_ -> true))))
                .chance(seed);
        if (chance > CHANCE) {
            return why.nothing(
                    "Equal windows differ as much with a probability of %s.".formatted(Figures.percent(chance)));
        }
        return why.diagnosis(Suspects.of(before, after, seed), "before", "after");
    }

    /** Compares the slowest tenth of the requests of each route with the rest. */
    public static Diagnosis ofSlowest(List<RequestVisits> requests, long seed) {
        SlowestTenth split = SlowestTenth.of(requests);
        Why why = new Why(split.rest(), split.slowest());
        if (effective(split.slowest()) < MINIMUM_REQUESTS) {
            return why.nothing("The slowest tenth has %d requests, which is too few: %d are necessary."
                    .formatted(effective(split.slowest()), MINIMUM_REQUESTS));
        }
        return why.diagnosis(
                Suspects.of(split.rest(), split.slowest(), seed).stream()
                        .filter(suspect -> suspect.low() > 0)
                        .toList(),
                "of the rest",
                "of the slowest tenth");
    }

    /** The number of equally sampled requests whose mean would be as precise. */
    private static long effective(List<RequestVisits> requests) {
        return Math.round(RequestVisits.sampling(requests).effective());
    }

    private Diagnosis nothing(String reason) {
        return diagnosis(List.of(), "Nothing can be said. " + reason);
    }

    private Diagnosis diagnosis(List<Suspect> suspects, String conclusion) {
        return new Diagnosis(
                before.size(),
                after.size(),
                RequestVisits.sampling(before),
                RequestVisits.sampling(after),
                suspects,
                conclusion);
    }

    private Diagnosis diagnosis(List<Suspect> suspects, String first, String second) {
        if (suspects.isEmpty()) {
            return nothing("No call of a service became slower by a relevant amount.");
        }
        return diagnosis(
                suspects,
                "%s requests %s and %s requests %s. The most likely cause comes first."
                        .formatted(Figures.count(before.size()), first, Figures.count(after.size()), second));
    }
}
