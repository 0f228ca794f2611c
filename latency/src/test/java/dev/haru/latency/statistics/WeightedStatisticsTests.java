package dev.haru.latency.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WeightedStatisticsTests {

    private record Weighted(long value, double weight) {}

    @Test
    void weightCountsLikeThatManyEqualValues() {
        WeightedValues weighted =
                values(List.of(new Weighted(30, 1), new Weighted(10, 3), new Weighted(20, 2), new Weighted(40, 4)));
        long[] repeated = {10, 10, 10, 20, 20, 30, 40, 40, 40, 40};

        assertThat(weighted.mean()).isEqualTo(LongStream.of(repeated).average().orElseThrow());
        for (double share : new double[] {0.01, 0.3, 0.31, 0.5, 0.6, 0.61, 0.95, 1}) {
            assertThat(Distribution.of(weighted).percentile(share)).isEqualTo(Percentiles.of(repeated, share));
        }
    }

    @Test
    void equalWeightsChangeNothing() {
        long[] values = new Random(1).longs(1_001, 0, 1_000).toArray();
        long[] sorted = LongStream.of(values).sorted().toArray();
        WeightedValues twenty =
                WeightedValues.of(LongStream.of(values).boxed().toList(), Long::longValue, _ -> 1 / 0.05);

        for (double share : new double[] {0, 0.1, 0.5, 0.95, 0.99, 1}) {
            assertThat(Distribution.of(twenty).percentile(share)).isEqualTo(Percentiles.of(sorted, share));
        }
        assertThat(Distribution.of(twenty).effectiveSize(0.5)).isCloseTo(1_001, within(1e-6));
        assertThat(new Bootstrap(1, 0.95).ofMeans(twenty, twenty).high())
                .isCloseTo(new Bootstrap(1, 0.95).ofMeans(values, values).high(), within(1e-6));
    }

    @Test
    void intervalsOfASampleContainTheTrueDifference() {
        Bootstrap bootstrap = new Bootstrap(1, 0.9);
        long means = 0;
        long medians = 0;
        for (int i = 0; i < 100; i++) {
            WeightedValues before = sampled(2L * i, 0);
            WeightedValues after = sampled(2L * i + 1, 30);
            means += contains(bootstrap.ofMeans(before, after), 30);
            medians += contains(bootstrap.ofPercentiles(Distribution.of(before), Distribution.of(after), 0.5), 30);
        }

        assertThat(means).isBetween(80L, 98L);
        assertThat(medians).isBetween(80L, 98L);
    }

    @Test
    void largestInfluenceIsThatOfTheWeightedDistance() {
        WeightedValues values = values(List.of(new Weighted(10, 20), new Weighted(14, 30), new Weighted(40, 1)));

        assertThat(values.withoutLargestInfluence().mean()).isEqualTo((20 * 10 + 40) / 21.0);
        assertThat(WeightedValues.equal(1, 9, 3).withoutLargestInfluence().mean())
                .isEqualTo(2);
    }

    @Test
    void medoidOfAPopulationFollowsTheWeights() {
        List<Weighted> values = List.of(new Weighted(1, 1), new Weighted(2, 1), new Weighted(9, 10));

        assertThat(Medoid.of(values, (a, b) -> Math.abs(a.value() - b.value()), Weighted::weight)
                        .value())
                .isEqualTo(9);
    }

    /** Of 3,000 values with a long tail, all of the tail and a tenth of the rest. */
    private static WeightedValues sampled(long seed, long more) {
        Random random = new Random(seed);
        List<Weighted> kept = new ArrayList<>();
        IntStream.range(0, 3_000).forEach(_ -> {
            long value = Math.round(100 + 50 * random.nextExponential()) + more;
            if (value >= 250) {
                kept.add(new Weighted(value, 1));
            } else if (random.nextDouble() < 0.1) {
                kept.add(new Weighted(value, 10));
            }
        });
        return values(kept);
    }

    private static WeightedValues values(List<Weighted> values) {
        return WeightedValues.of(values, Weighted::value, Weighted::weight);
    }

    private static int contains(Interval interval, double value) {
        return interval.low() <= value && value <= interval.high() ? 1 : 0;
    }
}
