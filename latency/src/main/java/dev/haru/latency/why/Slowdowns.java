package dev.haru.latency.why;

/**
 * The mean change of the logarithm of each subject's times. By exp(), it is the factor by which a typical time grew.
 */
final class Slowdowns {

    /** One imagined pair of equal times for each subject, so that a single call is weak evidence. */
    private static final double IMAGINED_PAIRS = 1;

    private final double[] means;
    private final double[] errors;

    <T> Slowdowns(Strata<T> strata, Sums logs) {
        this.means = new double[strata.subjects().size()];
        this.errors = new double[means.length];
        double[] weights = new double[means.length];
        for (int stratum = 0; stratum < strata.size(); stratum++) {
            if (logs.isComparable(stratum)) {
                double pairs = logs.pairs(stratum);
                int subject = strata.subjectOf(stratum);
                means[subject] += pairs * logs.difference(stratum);
                errors[subject] += pairs * pairs * logs.variance(stratum);
                weights[subject] += pairs;
            }
        }
        for (int i = 0; i < means.length; i++) {
            means[i] /= weights[i] + IMAGINED_PAIRS;
            errors[i] = Math.sqrt(errors[i]) / (weights[i] + IMAGINED_PAIRS);
        }
    }

    /** By subject. 0 for a subject without comparable times. */
    double[] means() {
        return means;
    }

    /** The standard error of each mean, from the variances within the sides. */
    double[] errors() {
        return errors;
    }
}
