package dev.haru.schedule.calendar;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.IntSupplier;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Erases a member's calendar. An erasure can be repeated: it continues where an interrupted erasure stopped.
 *
 * <p>auth-service revokes the tokens first. Without Redis, however, this service may accept a token for ten more
 * seconds. The erasure therefore closes the calendar before it deletes the schedules.
 *
 * <p>The erasure uses several transactions, because some members have more schedules than one statement can delete
 * within its timeout. Each of them locks the quota first, as {@link ScheduleStore} requires. The trigger
 * {@code member_erased} deletes the deleted schedules when the calendar is closed.
 */
@Component
class Erasure {

    /** Much longer than this service accepts a token of an erased member. */
    private static final Duration ERASED_RETENTION = Duration.ofDays(7);

    private static final int BATCH = 5000;

    private final ErasureStore store;
    private final ScheduleStore schedules;
    private final Clock clock;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    Erasure(
            ErasureStore store,
            ScheduleStore schedules,
            Clock clock,
            ApplicationEventPublisher events,
            PlatformTransactionManager transactions) {
        this.store = store;
        this.schedules = schedules;
        this.clock = clock;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
    }

    void erase(UUID memberId) {
        Instant now = clock.instant();
        transaction.executeWithoutResult(_ -> store.close(memberId, now));
        repeatUntilEmpty(() -> {
            schedules.lock(memberId);
            int found = store.clear(memberId, BATCH);
            events.publishEvent(new CalendarChanged(memberId));
            return found;
        });
        repeatUntilEmpty(() -> store.deleteKeysOf(memberId, BATCH));
        events.publishEvent(new CalendarClosed(memberId));
        repeatUntilEmpty(() -> store.deleteErased(now.minus(ERASED_RETENTION), BATCH));
    }

    /** Terminates, because a closed calendar accepts no additions. */
    private void repeatUntilEmpty(IntSupplier batch) {
        int found;
        do {
            found = transaction.execute(_ -> batch.getAsInt());
        } while (found > 0);
    }
}
