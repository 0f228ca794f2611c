package dev.haru.latency.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StatisticsTests {

    @Test
    void percentileIsTheValueAtItsRank() {
        long[] hundred = LongStream.rangeClosed(1, 100).toArray();

        assertThat(Distribution.of(WeightedValues.equal(hundred)).percentile(0.5))
                .isEqualTo(50);
        assertThat(Distribution.of(WeightedValues.equal(hundred)).percentile(0.95))
                .isEqualTo(95);
        assertThat(Distribution.of(WeightedValues.equal(hundred)).percentile(0.99))
                .isEqualTo(99);
        assertThat(Distribution.of(WeightedValues.equal(hundred)).percentile(1)).isEqualTo(100);
        assertThat(Distribution.of(WeightedValues.equal(new long[] {7})).percentile(0.99))
                .isEqualTo(7);
        assertThat(Distribution.of(WeightedValues.equal(new long[] {1, 2})).percentile(0.5))
                .isEqualTo(1);
    }

    @Test
    void reservoirKeepsAllOrAUniformSample() {
        Reservoir<Long> few = new Reservoir<>(10);
        LongStream.range(0, 10).forEach(few::add);
        Reservoir<Long> many = new Reservoir<>(2_000);
        LongStream.range(0, 100_000).forEach(many::add);

        assertThat(few.values()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(many.values()).hasSize(2_000).doesNotHaveDuplicates();
        assertThat(many.seen()).isEqualTo(100_000);
        double mean =
                many.values().stream().mapToLong(Long::longValue).average().orElseThrow();
        assertThat(mean).isCloseTo(50_000, within(4 * 28_868 / Math.sqrt(2_000)));
    }

    @Test
    void medoidIsTheCentralValue() {
        assertThat(Medoid.of(List.of(1, 2, 3, 4, 1_000), (a, b) -> (double) Math.abs(a - b)))
                .isEqualTo(3);
        assertThat(Medoid.of(List.of(5), (a, b) -> (double) Math.abs(a - b))).isEqualTo(5);
    }

    @Test
    void intervalOfMeansHasTheTheoreticalWidth() {
        long[] before = normal(1, 10_000, 1_000, 4_000);
        long[] after = normal(2, 10_500, 1_000, 4_000);

        Interval interval = new Bootstrap(1, 0.95).ofMeans(before, after);

        double error = 1_000 * Math.sqrt(2.0 / 4_000);
        double difference = mean(after) - mean(before);
        assertThat(interval.low()).isCloseTo(difference - 1.96 * error, within(0.2 * error));
        assertThat(interval.high()).isCloseTo(difference + 1.96 * error, within(0.2 * error));
    }

    @Test
    void intervalsContainTheTrueValueAtTheirConfidence() {
        Bootstrap bootstrap = new Bootstrap(1, 0.9);
        long held = IntStream.range(0, 100)
                .filter(i -> {
                    Interval interval =
                            bootstrap.ofMeans(normal(2L * i, 1_000, 100, 50), normal(2L * i + 1, 1_030, 100, 50));
                    return interval.low() <= 30 && 30 <= interval.high();
                })
                .count();

        assertThat(held).isBetween(80L, 97L);
    }

    @Test
    void intervalOfAMedianHasTheTheoreticalWidth() {
        long[] before = LongStream.of(normal(1, 10_000, 1_000, 4_000)).sorted().toArray();
        long[] after = LongStream.of(normal(2, 10_500, 1_000, 4_000)).sorted().toArray();

        Interval interval = new Bootstrap(1, 0.95).ofPercentiles(before, after, 0.5);

        // The standard error of the median of normal values is sqrt(pi / 2) times that of their mean.
        double error = 1_000 * Math.sqrt(Math.PI / 2 * 2 / 4_000);
        assertThat(interval.high() - interval.low()).isCloseTo(2 * 1.96 * error, within(0.5 * error));
        assertThat(interval.low()).isLessThan(500);
        assertThat(interval.high()).isGreaterThan(500);
    }

    @Test
    void predictionIntervalsContainTheNextSampleAtTheirConfidence() {
        Bootstrap bootstrap = new Bootstrap(1, 0.95);
        int medians = 0;
        int tails = 0;
        int means = 0;
        for (int i = 0; i < 100; i++) {
            long[] now = exponential(2L * i, 1_000);
            long[] next = exponential(2L * i + 1, 1_000);
            means += contains(bootstrap.ofNextMean(WeightedValues.equal(now)), mean(next));
            Distribution sorted = Distribution.of(WeightedValues.equal(now));
            Arrays.sort(next);
            medians += contains(bootstrap.ofNextPercentile(sorted, 0.5), (double) Percentiles.of(next, 0.5));
            tails += contains(bootstrap.ofNextPercentile(sorted, 0.99), (double) Percentiles.of(next, 0.99));
        }

        assertThat(List.of(means, medians, tails)).allMatch(held -> held >= 89 && held <= 99);
    }

    @Test
    void equalValuesHaveNoDifference() {
        long[] same = normal(1, 10_000, 1_000, 100);

        assertThat(new Bootstrap(1, 0.95).ofMeans(same, same).excludesZero()).isFalse();
    }

    private static long[] normal(long seed, double mean, double deviation, int count) {
        Random random = new Random(seed);
        return LongStream.generate(() -> Math.round(mean + deviation * random.nextGaussian()))
                .limit(count)
                .toArray();
    }

    private static long[] exponential(long seed, int count) {
        Random random = new Random(seed);
        return LongStream.generate(() -> Math.round(1e6 * random.nextExponential()))
                .limit(count)
                .toArray();
    }

    private static int contains(Interval interval, double value) {
        return interval.low() <= value && value <= interval.high() ? 1 : 0;
    }

    private static double mean(long[] values) {
        return LongStream.of(values).average().orElseThrow();
    }
}
