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
    void withoutAReportNobodyIsRefused() {
        assertThat(capacity.isFull(CLIENT)).isFalse();
    }

    @Test
    void whenTheOnlyReplicaIsFullForAClientOnlyThatClientIsRefused() {
        reported("a", 0);

        assertThat(capacity.isFull(CLIENT)).isTrue();
        assertThat(capacity.isFull(OTHER)).isFalse();
    }

    @Test
    void reportOfAFullReplicaEndsByItself() {
        reported("a", 0);
        pass(REPORT_LIFE);

        assertThat(capacity.isFull(CLIENT)).isFalse();
    }

    @Test
    void newerReportOfFreePlacesCounts() {
        reported("a", 0);
        reported("a", 1);

        assertThat(capacity.isFull(CLIENT)).isFalse();
    }

    @Test
    void whenOneOfThreeReplicasIsFullNobodyIsRefused() {
        capacity.reported(OTHER, new CapacityReport("b", 5));
        capacity.reported(OTHER, new CapacityReport("c", 5));
        reported("a", 0);
        assertThat(capacity.isFull(CLIENT)).isFalse();

        reported("b", 0);
        assertThat(capacity.isFull(CLIENT)).isFalse();

        reported("c", 0);
        assertThat(capacity.isFull(CLIENT)).isTrue();
    }

    @Test
    void replicaThatIsGoneIsForgotten() {
        reported("gone", 0);
        pass(REPLICA_LIFE);
        reported("a", 0);

        assertThat(capacity.isFull(CLIENT)).isTrue();
    }

    private void reported(String replica, int free) {
        capacity.reported(CLIENT, new CapacityReport(replica, free));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
