package dev.haru.gateway.hashing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.capacity.CapacityReport;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReportedCapacityTests {

    private static final Duration REPORT_LIFE = Duration.ofMillis(250);
    private static final Duration REPLICA_LIFE = Duration.ofSeconds(10);
    private static final AddressPrefix CLIENT = AddressPrefix.of("192.0.2.7");
    private static final AddressPrefix OTHER = AddressPrefix.of("192.0.2.8");

    private final AtomicLong nanos = new AtomicLong();
    private final ReportedCapacity capacity = new ReportedCapacity(
            new SaturationProperties(
                    Duration.ofSeconds(2), Duration.ofSeconds(4), 200, 10, REPORT_LIFE, REPLICA_LIFE, 100),
            nanos::get);

    @Test
    void withoutAReportNoClientIsRefused() {
        assertThat(capacity.takePlace(CLIENT)).isTrue();
    }

    @Test
    void fullReplicaRefusesOnlyTheReportedClient() {
        reported("a", 0);

        assertThat(capacity.takePlace(CLIENT)).isFalse();
        assertThat(capacity.takePlace(OTHER)).isTrue();
    }

    @Test
    void reportOfAFullReplicaExpires() {
        reported("a", 0);
        advance(REPORT_LIFE);

        assertThat(capacity.takePlace(CLIENT)).isTrue();
    }

    @Test
    void asManyCallsAsReportedPlacesAreForwarded() {
        reported("a", 2);

        assertThat(capacity.takePlace(CLIENT)).isTrue();
        assertThat(capacity.takePlace(CLIENT)).isTrue();
        assertThat(capacity.takePlace(CLIENT)).isFalse();
    }

    @Test
    void newerReportReplacesTheEstimate() {
        reported("a", 1);
        capacity.takePlace(CLIENT);
        reported("a", 1);

        assertThat(capacity.takePlace(CLIENT)).isTrue();
        assertThat(capacity.takePlace(CLIENT)).isFalse();
    }

    @Test
    void placesOfAllReplicasAddUp() {
        reported("a", 1);
        reported("b", 2);

        assertThat(capacity.takePlace(CLIENT)).isTrue();
        assertThat(capacity.takePlace(CLIENT)).isTrue();
        assertThat(capacity.takePlace(CLIENT)).isTrue();
        assertThat(capacity.takePlace(CLIENT)).isFalse();
    }

    @Test
    void whenOneOfThreeReplicasIsFullNoClientIsRefused() {
        capacity.reported(OTHER, new CapacityReport("b", 5));
        capacity.reported(OTHER, new CapacityReport("c", 5));
        reported("a", 0);
        assertThat(capacity.takePlace(CLIENT)).isTrue();

        reported("b", 0);
        assertThat(capacity.takePlace(CLIENT)).isTrue();

        reported("c", 0);
        assertThat(capacity.takePlace(CLIENT)).isFalse();
    }

    @Test
    void replicaThatStoppedReportingIsRemoved() {
        reported("gone", 0);
        advance(REPLICA_LIFE);
        reported("a", 0);

        assertThat(capacity.takePlace(CLIENT)).isFalse();
    }

    private void reported(String replica, int free) {
        capacity.reported(CLIENT, new CapacityReport(replica, free));
    }

    private void advance(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
