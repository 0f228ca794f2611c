package dev.haru.auth.event;

import dev.haru.auth.event.EventRetentionStore.EventKey;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Deletes security events that are older than the retention or over an account's maximum, hourly and in small batches.
 * A round checks the accounts with an event in the last two intervals. Replicas can run it at the same time.
 */
@Component
class EventRetention {

    private static final Logger log = LoggerFactory.getLogger(EventRetention.class);

    /** Accounts that a round remembers as checked, some 6 MB. It may check further accounts more than once. */
    private static final int MAX_SEEN = 100_000;

    private final EventRetentionStore store;
    private final EventRetentionProperties properties;
    private final Clock clock;

    EventRetention(EventRetentionStore store, EventRetentionProperties properties, Clock clock) {
        this.store = store;
        this.properties = properties;
        this.clock = clock;
    }

    @Scheduled(
            initialDelayString = "${haru.security-event.first:2m}",
            fixedDelayString = "${haru.security-event.interval:1h}")
    void run() {
        Instant now = clock.instant();
        Instant end = now.plus(properties.interval());
        try {
            int old = drain(() -> store.removeBefore(now.minus(properties.retention()), properties.batch()), end);
            int surplus = removeSurplus(now.minus(properties.interval().multipliedBy(2)), end);
            log.info("security events deleted: {} expired, {} over the maximum of an account", old, surplus);
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("security event clean-up ended early: {}", unavailable.toString());
        }
    }

    private int removeSurplus(Instant since, Instant end) {
        Set<UUID> seen = new HashSet<>();
        UUID last = EventRetentionStore.firstIdAt(since);
        int removed = 0;
        List<EventKey> events;
        do {
            events = store.after(last, properties.batch());
            for (EventKey event : events) {
                last = event.id();
                if (seen.size() < MAX_SEEN && !seen.add(event.accountId())) {
                    continue;
                }
                removed += drain(
                        () -> store.removeSurplus(event.accountId(), properties.maxPerAccount(), properties.batch()),
                        end);
            }
        } while (events.size() == properties.batch() && clock.instant().isBefore(end));
        return removed;
    }

    private int drain(IntSupplier batch, Instant end) {
        int all = 0;
        int removed;
        do {
            removed = batch.getAsInt();
            all += removed;
        } while (removed == properties.batch() && clock.instant().isBefore(end));
        return all;
    }
}
