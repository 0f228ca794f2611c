package dev.haru.schedule.calendar;

import dev.haru.platform.database.ReplicaRouting;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs a change of a member's calendar in a transaction that locks the member's quota first. */
@Component
class CalendarTransaction {

    private static final int REPETITIONS = 3;
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final ScheduleStore store;
    private final ReplicaRouting routing;
    private final TransactionTemplate transaction;
    private final RetryTemplate retries = new RetryTemplate(RetryPolicy.builder()
            .includes(PessimisticLockingFailureException.class)
            .maxRetries(REPETITIONS)
            .delay(PAUSE)
            .build());

    CalendarTransaction(ScheduleStore store, ReplicaRouting routing, PlatformTransactionManager transactions) {
        this.store = store;
        this.routing = routing;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Runs the change and returns its result. Repeats it if a process of the previous version, which locks a schedule
     * before the quota, is changing the same schedule. Each run releases the quota, so that the other process can
     * finish. The pause lets it take the quota before the next run does.
     */
    <T> T execute(UUID memberId, Supplier<T> change) {
        return retries.invoke(() -> once(memberId, change));
    }

    private <T> T once(UUID memberId, Supplier<T> change) {
        return transaction.execute(_ -> {
            routing.wrote(memberId);
            store.lock(memberId);
            return change.get();
        });
    }
}
