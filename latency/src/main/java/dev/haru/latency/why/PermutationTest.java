package dev.haru.latency.why;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Whether any subject became slower beyond chance. The requests are dealt to the two sides at random, which shows what
 * chance alone does. A figure of all subjects together is compared with the same figure of each deal, which corrects
 * for the number of subjects (Westfall and Young, "Resampling-Based Multiple Testing", 1993). There are three figures:
 *
 * <ul>
 *   <li>the largest slowdown in units of its standard deviation over all deals: a small change of many calls
 *   <li>the sum of the {@value #SEVERAL} largest of these: a cause that makes several services slower
 *   <li>the largest slowdown in units of its standard error within the sides plus {@value #MODERATION}: a large change
 *       of few calls (Tusher, Tibshirani and Chu, "Significance analysis of microarrays", PNAS 98(9), 2001)
 * </ul>
 *
 * <p>The smallest probability of the three is compared with the smallest of each deal, too.
 */
final class PermutationTest<T> {

    private static final int DEALS = 999;
    private static final int SEVERAL = 3;
    private static final double MODERATION = 0.3;

    private final Strata<T> strata;

    PermutationTest(Strata<T> strata) {
        this.strata = strata;
    }

    /** The probability that equal sides would differ as much. */
    double chance(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean[] isAfter = strata.sides();
        double[][] slowdowns = new double[DEALS + 1][];
        double[] moderated = new double[DEALS + 1];
        for (int deal = 0; deal <= DEALS; deal++) {
            Slowdowns drawn = new Slowdowns(strata, strata.logs(isAfter));
            slowdowns[deal] = drawn.means();
            moderated[deal] = sumOfLargest(1, drawn.means(), drawn.errors(), MODERATION);
            shuffle(isAfter, random);
        }
        double[] deviations = deviations(slowdowns);
        double[] smallest = probabilities(moderated);
        for (int largest : new int[] {1, SEVERAL}) {
            double[] figures = Arrays.stream(slowdowns)
                    .mapToDouble(means -> sumOfLargest(largest, means, deviations, 0))
                    .toArray();
            double[] probabilities = probabilities(figures);
            Arrays.setAll(smallest, deal -> Math.min(smallest[deal], probabilities[deal]));
        }
        double observed = smallest[0];
        return (double) Arrays.stream(smallest)
                        .filter(other -> other <= observed)
                        .count()
                / smallest.length;
    }

    private double[] deviations(double[][] slowdowns) {
        double[] deviations = new double[strata.subjects().size()];
        for (int subject = 0; subject < deviations.length; subject++) {
            double squares = 0;
            for (double[] deal : slowdowns) {
                squares += deal[subject] * deal[subject];
            }
            deviations[subject] = Math.sqrt(squares / slowdowns.length);
        }
        return deviations;
    }

    /** Adds up the largest slowdowns above 0, each in units of its deviation plus the moderation. */
    private static double sumOfLargest(int count, double[] slowdowns, double[] deviations, double moderation) {
        double[] figures = new double[slowdowns.length];
        for (int i = 0; i < figures.length; i++) {
            double unit = deviations[i] + moderation;
            figures[i] = unit > 0 ? Math.max(0, slowdowns[i] / unit) : 0;
        }
        Arrays.sort(figures);
        return Arrays.stream(figures, Math.max(0, figures.length - count), figures.length)
                .sum();
    }

    /** For each figure, the share of the figures that are as large. */
    private static double[] probabilities(double[] figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        return Arrays.stream(figures)
                .map(figure -> (double) (sorted.length - firstAsLarge(sorted, figure)) / sorted.length)
                .toArray();
    }

    private static int firstAsLarge(double[] sorted, double figure) {
        int found = Arrays.binarySearch(sorted, figure);
        while (found > 0 && sorted[found - 1] == figure) {
            found--;
        }
        return found;
    }

    private static void shuffle(boolean[] values, SplittableRandom random) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            boolean value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }
}
