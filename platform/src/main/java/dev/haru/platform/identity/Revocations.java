package dev.haru.platform.identity;

import dev.haru.platform.redis.ChannelCounters;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Distributes revocations and profile changes to every process: to this process before the call returns, to the others
 * through Redis within milliseconds. Within a transaction this happens after the commit; a rollback discards it. A
 * message that Redis does not accept is logged and counted. Then the time to live of the caches bounds how long a
 * revoked token works.
 *
 * <p>Longer than 120 lines because it has one method for each kind of revocation.
 */
public final class Revocations implements AutoCloseable {

    /** The id of no session, so that none is kept. */
    private static final UUID NO_SESSION = new UUID(0, 0);

    /** The Redis channel of revocations, to which all processes subscribe. */
    public static final String CHANNEL = "haru:revocations";

    private static final Logger log = LoggerFactory.getLogger(Revocations.class);

    private final Tombstones tombstones;
    private final Publisher publisher;
    private final ChannelCounters counters;

    /**
     * For calls within a transaction: after the commit its thread still holds the connection, and Redis may be slow.
     */
    private final ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor();

    Revocations(Tombstones tombstones, Publisher publisher, MeterRegistry meters) {
        this.tombstones = tombstones;
        this.publisher = publisher;
        this.counters = counters(meters);
    }

    /** Publishes that all tokens of the session are revoked. */
    public void sessionEnded(UUID sessionId) {
        publish(new Revocation.SessionEnded(sessionId));
    }

    /** Publishes that a personal access token is revoked. In caches it counts as a session with one token. */
    public void personalTokenEnded(UUID tokenId) {
        publish(new Revocation.SessionEnded(tokenId));
    }

    /** Publishes that all existing sessions of the account are revoked, except one. Later sessions are not affected. */
    public void otherSessionsEnded(UUID accountId, UUID kept) {
        publish(new Revocation.OtherSessionsEnded(accountId, kept));
    }

    /** Publishes that all existing sessions of the account are revoked. Later sessions are not affected. */
    public void allSessionsEnded(UUID accountId) {
        otherSessionsEnded(accountId, NO_SESSION);
    }

    /** Publishes that all tokens of the account are revoked for good. The account never gets new tokens. */
    public void accountEnded(UUID accountId) {
        publish(new Revocation.AccountEnded(accountId));
    }

    /** Publishes that the data of the account's owner has changed. The tokens remain valid. */
    public void identityChanged(UUID accountId) {
        publish(new Revocation.IdentityChanged(accountId));
    }

    private void publish(Revocation revocation) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()
                || !TransactionSynchronizationManager.isActualTransactionActive()) {
            tombstones.put(revocation);
            send(revocation);
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                tombstones.put(revocation);
                sendInBackground(revocation);
            }
        });
    }

    private void sendInBackground(Revocation revocation) {
        try {
            senders.execute(() -> send(revocation));
        } catch (RejectedExecutionException shuttingDown) {
            // A shutdown must not fail a call whose transaction has committed.
            send(revocation);
        }
    }

    private void send(Revocation revocation) {
        try {
            publisher.publish(CHANNEL, revocation.text());
            counters.published().increment();
        } catch (RuntimeException notSent) {
            counters.lost().increment();
            log.warn("revocation not published: {}: {}", revocation.text(), notSent.toString());
        }
    }

    /** Waits until all messages under way are sent. Redis timeouts bound the wait. */
    @Override
    public void close() {
        senders.close();
    }

    static ChannelCounters counters(MeterRegistry meters) {
        return ChannelCounters.of("haru.revocations", "Revocations", meters);
    }

    /** Publishes a message to a channel. */
    @FunctionalInterface
    interface Publisher {
        void publish(String channel, String message);
    }
}
