package dev.haru.schedule.calendar;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Erases a member's calendar, surely and as often as it is asked to. auth-service revokes the tokens first, but without
 * Redis this service may know the member for ten seconds more; so the calendar is closed before it is cleared. These
 * are two transactions: in one, the quota would be locked before the schedules, which is the wrong way round.
 */
@Component
class Erasure {

    /** Much longer than anybody who was erased is still known. */
    private static final Duration KEPT_CLOSED = Duration.ofDays(7);

    private final ScheduleLedger ledger;
    private final Clock clock;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    Erasure(
            ScheduleLedger ledger,
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
        transaction.executeWithoutResult(_ -> {
            ledger.clear(memberId);
            events.publishEvent(new CalendarChanged(memberId));
        });
        events.publishEvent(new CalendarClosed(memberId));
        transaction.executeWithoutResult(_ -> ledger.forgetClosed(now.minus(KEPT_CLOSED)));
    }
}
