package dev.haru.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class ReplicaRoutingTests {

    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    private final ReplicaRouting reads = new ReplicaRouting(true, Duration.ofSeconds(5), clock::nanos);
    private final UUID owner = UUID.randomUUID();

    @Test
    void readsAfterAWriteGoToThePrimaryForThePeriod() {
        assertThat(source(owner)).isEqualTo("replica");

        reads.wrote(owner);

        assertThat(source(owner)).isEqualTo("primary");
        assertThat(source(UUID.randomUUID())).isEqualTo("replica");
        clock.advance(Duration.ofMillis(4999));
        assertThat(source(owner)).isEqualTo("primary");
        clock.advance(Duration.ofMillis(1));
        assertThat(source(owner)).isEqualTo("replica");
    }

    @Test
    void periodStartsWhenTheTransactionEnds() {
        TransactionSynchronizationManager.initSynchronization();
        try {
            reads.wrote(owner);
            clock.advance(Duration.ofSeconds(6));

            TransactionSynchronizationManager.getSynchronizations()
                    .forEach(end -> end.afterCompletion(TransactionSynchronization.STATUS_COMMITTED));
        } finally {
            TransactionSynchronizationManager.clearSynchronization();
        }
        assertThat(source(owner)).isEqualTo("primary");
    }

    @Test
    void allReadsGoToThePrimaryForThePeriod() {
        reads.sendAllToPrimary();
        assertThat(source(owner)).isEqualTo("primary");

        clock.advance(Duration.ofSeconds(5));

        assertThat(source(owner)).isEqualTo("replica");
    }

    @Test
    void rowMissingOnTheReplicaIsReadFromThePrimary() {
        assertThat(reads.find(() -> ReplicaRouting.isFromPrimary() ? Optional.of("new") : Optional.empty(), _ -> owner))
                .contains("new");
    }

    @Test
    void rowOfAWriterIsReadAgainFromThePrimary() {
        assertThat(found(owner)).contains("replica");

        reads.wrote(owner);

        assertThat(found(owner)).contains("primary");
        assertThat(found(UUID.randomUUID())).contains("replica");
    }

    @Test
    void rowDeletedOnThePrimaryIsEmptyForItsWriter() {
        reads.wrote(owner);

        assertThat(reads.find(() -> ReplicaRouting.isFromPrimary() ? Optional.empty() : Optional.of("old"), _ -> owner))
                .isEmpty();
    }

    @Test
    void queryWithoutAReplicaRunsOnce() {
        int[] queries = {0};

        ReplicaRouting.withoutReplica()
                .find(
                        () -> {
                            queries[0]++;
                            return Optional.empty();
                        },
                        _ -> owner);

        assertThat(queries[0]).isOne();
    }

    private Optional<String> found(UUID account) {
        return reads.find(() -> Optional.of(ReplicaRouting.isFromPrimary() ? "primary" : "replica"), _ -> account);
    }

    private String source(UUID account) {
        return reads.of(account, () -> ReplicaRouting.isFromPrimary() ? "primary" : "replica");
    }
}
