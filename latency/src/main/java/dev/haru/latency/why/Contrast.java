package dev.haru.latency.why;

import dev.haru.latency.statistics.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;

/** Compares the times of many subjects before and after. */
final class Contrast<T> {

    private static final int RESAMPLES = 1_000;
    private static final double TAIL = 0.05;

    private final Strata<T> strata;
    private final boolean[] comparable;

    private Contrast(Strata<T> strata) {
        this.strata = strata;
        Sums sums = strata.nanos(once());
        this.comparable = new boolean[strata.size()];
        for (int stratum = 0; stratum < comparable.length; stratum++) {
            comparable[stratum] = sums.isComparable(stratum);
        }
    }

    /** Compares the times that {@code timingsOf} takes from each call of a service. */
    static <T> Contrast<T> of(
            List<RequestVisits> before, List<RequestVisits> after, Function<Visit, List<Timing<T>>> timingsOf) {
        double[] weights = Stream.concat(before.stream(), after.stream())
                .mapToDouble(RequestVisits::weight)
                .toArray();
        return new Contrast<>(new Strata<>(timings(before, timingsOf), timings(after, timingsOf), weights));
    }

    List<T> subjects() {
        return strata.subjects();
    }

    /** The logarithm of the factor by which a typical time of each subject grew. */
    double[] slowdowns() {
        return new Slowdowns(strata, strata.logs(strata.sides())).means();
    }

    /** The probability that the largest slowdown is chance. */
    double chance(long seed) {
        return new PermutationTest<>(strata).chance(seed);
    }

    /** How much longer (ns) each subject took in the requests after that have comparable times of it, on average. */
    double[] excess() {
        return excess(once());
    }

    /** The confidence interval of 90 % of each excess, by a bootstrap over requests. */
    List<Interval> intervals(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] drawn = new double[subjects().size()][RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            double[] draw = excess(resampled(random));
            for (int subject = 0; subject < draw.length; subject++) {
                drawn[subject][i] = draw[subject];
            }
        }
        int low = (int) (TAIL * RESAMPLES);
        return Arrays.stream(drawn)
                .map(draws -> {
                    Arrays.sort(draws);
                    return new Interval(draws[low], draws[RESAMPLES - 1 - low]);
                })
                .toList();
    }

    /** The number of requests after that have comparable times of each subject. */
    double[] affected() {
        return strata.affected(once(), comparable);
    }

    private double[] excess(int[] draws) {
        Sums sums = strata.nanos(draws);
        double[] excess = new double[subjects().size()];
        for (int stratum = 0; stratum < strata.size(); stratum++) {
            if (sums.isComparable(stratum)) {
                excess[strata.subjectOf(stratum)] += sums.after(stratum) * sums.difference(stratum);
            }
        }
        double[] affected = strata.affected(draws, comparable);
        for (int i = 0; i < excess.length; i++) {
            excess[i] /= Math.max(1, affected[i]);
        }
        return excess;
    }

    private int[] once() {
        int[] draws = new int[strata.requests()];
        Arrays.fill(draws, 1);
        return draws;
    }

    private int[] resampled(SplittableRandom random) {
        int[] draws = new int[strata.requests()];
        int before = strata.before();
        for (int i = 0; i < draws.length; i++) {
            draws[i < before ? random.nextInt(before) : random.nextInt(before, draws.length)]++;
        }
        return draws;
    }

    private static <T> List<List<Timing<T>>> timings(
            List<RequestVisits> requests, Function<Visit, List<Timing<T>>> timingsOf) {
        return requests.stream()
                .map(request -> request.visits().stream()
                        .flatMap(visit -> timingsOf.apply(visit).stream())
                        .toList())
                .toList();
    }
}
