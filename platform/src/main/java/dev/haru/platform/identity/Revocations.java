package dev.haru.platform.identity;

import io.micrometer.core.instrument.Counter;
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
 * Tells every process that an identity is no longer what it was: this one before the call returns, the others by Redis
 * within milliseconds. Within a transaction it happens after the commit, and not at all after a rollback. A message
 * that Redis does not take is logged and counted; the caches' time to live stands in for it.
 */
public final class Revocations implements AutoCloseable {

    /** The channel on Redis that all processes listen to. */
    public static final String CHANNEL = "haru:revocations";

    private static final Logger log = LoggerFactory.getLogger(Revocations.class);

    private final Tombstones tombstones;
    private final Publisher publisher;
    private final Counter published;
    private final Counter lost;

    /**
     * For calls within a transaction: after its commit its thread still holds the connection, and Redis may be slow.
     */
    private final ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor();

    Revocations(Tombstones tombstones, Publisher publisher, MeterRegistry meters) {
        this.tombstones = tombstones;
        this.publisher = publisher;
        this.published = counter("published", meters);
        this.lost = counter("lost", meters);
    }

    /** All tokens of the session are dead. */
    public void sessionEnded(UUID sessionId) {
        tell(new Revocation.SessionEnded(sessionId));
    }

    /** All sessions of the account are dead, except one and those that are opened from now on. */
    public void otherSessionsEnded(UUID accountId, UUID kept) {
        tell(new Revocation.OtherSessionsEnded(accountId, kept));
    }

    /** All tokens of the account are dead, and it will never have others. */
    public void accountEnded(UUID accountId) {
        tell(new Revocation.AccountEnded(accountId));
    }

    /** What the services know of the account's owner has changed; the tokens are good. */
    public void identityChanged(UUID accountId) {
        tell(new Revocation.IdentityChanged(accountId));
    }

    private void tell(Revocation revocation) {
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
                sendAside(revocation);
            }
        });
    }

    private void sendAside(Revocation revocation) {
        try {
            senders.execute(() -> send(revocation));
        } catch (RejectedExecutionException shuttingDown) {
            // What is committed must not fail for that.
            send(revocation);
        }
    }

    private void send(Revocation revocation) {
        try {
            publisher.publish(CHANNEL, revocation.text());
            published.increment();
        } catch (RuntimeException notSent) {
            lost.increment();
            log.warn("revocation not published: {}: {}", revocation.text(), notSent.toString());
        }
    }

    /** Waits for what is being sent; Redis' time-outs bound that. */
    @Override
    public void close() {
        senders.close();
    }

    private static Counter counter(String outcome, MeterRegistry meters) {
        return Counter.builder("haru.revocations")
                .description("Revocations that this process published, received, or failed to publish")
                .tag("outcome", outcome)
                .register(meters);
    }

    /** Sends a message to all who listen to a channel. */
    @FunctionalInterface
    interface Publisher {
        void publish(String channel, String message);
    }
}
