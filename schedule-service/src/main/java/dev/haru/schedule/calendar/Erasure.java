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
 * Erases a member's calendar, surely and as often as it is asked to. auth-service revokes the tokens first, but without
 * Redis this service may know the member for ten seconds more; so the calendar is closed before it is cleared. These
 * are several transactions: in one, the quota would be locked before the schedules, which is the wrong way round, and
 * some members have more than a statement could delete in its time. Whatever breaks it off, the next time goes on from
 * there.
 */
@Component
class Erasure {

    /** Much longer than anybody who was erased is still known. */
    private static final Duration KEPT_CLOSED = Duration.ofDays(7);

    private static final int BATCH = 5000;

    private final ScheduleStore ledger;
    private final Clock clock;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    Erasure(
            ScheduleStore ledger,
            Clock clock,
            ApplicationEventPublisher events,
            PlatformTransactionManager transactions) {
        this.ledger = ledger;
        this.clock = clock;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
    }

    void erase(UUID memberId) {
        Instant now = clock.instant();
        transaction.executeWithoutResult(_ -> ledger.close(memberId, now));
        untilNoneIsFound(() -> {
            int found = ledger.clear(memberId, BATCH);
            events.publishEvent(new CalendarChanged(memberId));
            return found;
        });
        untilNoneIsFound(() -> ledger.clearKeys(memberId, BATCH));
        events.publishEvent(new CalendarClosed(memberId));
        untilNoneIsFound(() -> ledger.forgetClosed(now.minus(KEPT_CLOSED), BATCH));
    }

    /** It ends: nothing is added to what is closed. */
    private void untilNoneIsFound(IntSupplier batch) {
        int found;
        do {
            found = transaction.execute(_ -> batch.getAsInt());
        } while (found > 0);
    }
}
