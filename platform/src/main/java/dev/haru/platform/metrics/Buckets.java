package dev.haru.platform.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sets few histogram buckets instead of Micrometer's seventy; each answers a question of operations. The buckets of
 * requests include the service level objectives, 50 ms and 1 s. The rules in {@code k8s/observability/rules} refer to
 * these two buckets.
 */
final class Buckets implements MeterFilter {

    private static final double[] REQUEST = nanos(5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000);
    private static final double[] CONNECTION = nanos(1, 5, 10, 25, 50, 100, 250, 500, 1_000);
    private static final double[] HASH = nanos(5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000);

    private static final Map<String, double[]> OF = Map.of(
            "http.server.requests", REQUEST,
            "hikaricp.connections.acquire", CONNECTION,
            "hikaricp.connections.usage", CONNECTION,
            "haru.password.hash", HASH,
            "haru.password.hash.wait", HASH);

    @Override
    public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
        double @Nullable [] buckets = OF.get(id.getName());
        return buckets == null
                ? config
                : DistributionStatisticConfig.builder()
                        .serviceLevelObjectives(buckets)
                        .build()
                        .merge(config);
    }

    private static double[] nanos(int... millis) {
        return IntStream.of(millis)
                .mapToDouble(bound -> Duration.ofMillis(bound).toNanos())
                .toArray();
    }
}
