package dev.haru.latency.diff;

import dev.haru.latency.source.BadInput;
import dev.haru.latency.table.Figures;

/**
 * A difference between two sets of traces counts only above this threshold.
 *
 * @param nanos the threshold in nanoseconds; 0 if the threshold is a share
 * @param share the threshold as a share of the mean duration of a request in the first set
 */
public record Threshold(double nanos, double share) {

    /** Parses {@code 2ms} or {@code 10%}. Throws {@link BadInput} for anything else. */
    public static Threshold of(String text) {
        if (text.endsWith("%")) {
            try {
                double percent =
                        Double.parseDouble(text.substring(0, text.length() - 1).strip());
                if (percent >= 0 && percent <= 100) {
                    return new Threshold(0, percent / 100);
                }
            } catch (NumberFormatException e) {
                throw new BadInput(
                        "--threshold " + text + ": a share such as 10% or a time such as 2ms is expected.", e);
            }
        }
        return new Threshold(Figures.nanos("--threshold", text), 0);
    }

    double of(double meanBefore) {
        return Math.max(nanos, share * meanBefore);
    }
}
