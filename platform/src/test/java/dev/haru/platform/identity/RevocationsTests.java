package dev.haru.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

@ExtendWith(OutputCaptureExtension.class)
class RevocationsTests {

    private static final UUID ACCOUNT = UUID.randomUUID();
    private static final UUID SESSION = UUID.randomUUID();

    private final MovableClock clock = new MovableClock(Instant.EPOCH);
    private final Tombstones tombstones = new Tombstones(clock::nanos, ReplicaRouting.withoutReplica());
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final Revocations revocations =
            new Revocations(tombstones, (channel, message) -> sent.add(channel + ": " + message), meters);
    private final TransactionTemplate transaction = new TransactionTemplate(new NoDatabase());

    @AfterEach
    void close() {
        revocations.close();
    }

    @Test
    void revocationOutsideATransactionIsPublishedAtOnce() {
        revocations.sessionEnded(SESSION);

        assertThat(isRevoked()).isTrue();
        assertThat(sent).containsExactly("haru:revocations: session-ended " + SESSION);
        assertThat(outcome("published")).isEqualTo(1);
    }

    @Test
    void revocationInATransactionIsPublishedAfterTheCommit() {
        transaction.executeWithoutResult(_ -> {
            revocations.sessionEnded(SESSION);
            assertThat(isRevoked()).isFalse();
        });

        assertThat(isRevoked()).as("as soon as the transaction has ended").isTrue();
        assertThat(sent()).hasSize(1);
    }

    @Test
    void rollbackPublishesNothing() {
        transaction.executeWithoutResult(status -> {
            revocations.accountEnded(ACCOUNT);
            status.setRollbackOnly();
        });
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> transaction.executeWithoutResult(_ -> {
                    revocations.sessionEnded(SESSION);
                    throw new IllegalStateException("rolled back");
                }));

        assertThat(isRevoked()).isFalse();
        assertThat(sent()).isEmpty();
    }

    @Test
    void revocationDuringShutdownIsPublished() {
        revocations.close();

        transaction.executeWithoutResult(_ -> revocations.sessionEnded(SESSION));

        assertThat(sent).hasSize(1);
    }

    @Test
    void unavailableRedisDoesNotFailTheCaller(CapturedOutput output) {
        try (Revocations alone = new Revocations(
                tombstones,
                (_, _) -> {
                    throw new RedisConnectionFailureException("unavailable");
                },
                meters)) {
            transaction.executeWithoutResult(_ -> alone.sessionEnded(SESSION));
        }

        assertThat(isRevoked()).isTrue();
        assertThat(outcome("lost")).isEqualTo(1);
        assertThat(output).contains("revocation not published: session-ended " + SESSION);
    }

    private boolean isRevoked() {
        return tombstones.on(ACCOUNT, SESSION, tombstones.now(), tombstones.now()) == Tombstones.Verdict.REVOKED;
    }

    private List<String> sent() {
        revocations.close();
        return sent;
    }

    private double outcome(String outcome) {
        return meters.get("haru.revocations").tag("outcome", outcome).counter().count();
    }

    private static final class NoDatabase extends AbstractPlatformTransactionManager {

        @Override
        protected Object doGetTransaction() {
            return this;
        }

        @Override
        protected void doBegin(Object transaction, org.springframework.transaction.TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {}

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }
}
