package dev.haru.auth.outbox;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Reports the number and the age of pending messages, and which of them fail or have an unknown kind. The figures are
 * measured at an interval, so a scrape never waits for the database. All replicas report the same figures, because they
 * share the table. While the table cannot be read, the figures are NaN and not the last known ones.
 */
@Component
class OutboxLag {

    /** Maximum of failing messages that the metrics name. */
    private static final int MAX_NAMED = 10;

    private static final Set<String> KNOWN = Receiver.kindsWithout(Set.of());

    private final OutboxStore store;
    private final Clock clock;
    private final MultiGauge failures;
    private final MultiGauge unknown;
    private volatile double pending = Double.NaN;
    private volatile double lagMillis = Double.NaN;

    OutboxLag(OutboxStore store, Clock clock, MeterRegistry meters) {
        this.store = store;
        this.clock = clock;
        Gauge.builder("haru.outbox.waiting", this, lag -> lag.pending)
                .description("Pending outbox messages, counted up to 1,000")
                .register(meters);
        TimeGauge.builder("haru.outbox.lag", this, TimeUnit.MILLISECONDS, lag -> lag.lagMillis)
                .description("Age of the oldest pending outbox message")
                .register(meters);
        this.failures = MultiGauge.builder("haru.outbox.failures")
                .description("Failed attempts to deliver a pending message, of the ten messages with the most")
                .register(meters);
        this.unknown = MultiGauge.builder("haru.outbox.unknown")
                .description("Pending messages of a kind that this version cannot deliver, counted up to ten")
                .register(meters);
    }

    @Scheduled(fixedDelayString = "${haru.outbox.measure:10s}")
    void measure() {
        try {
            PendingMessages now = store.pending();
            lagMillis = now.oldest() == null
                    ? 0
                    : Math.max(
                            0, Duration.between(now.oldest(), clock.instant()).toMillis());
            pending = now.count();
            nameFailing(store.failing(KNOWN, MAX_NAMED));
        } catch (DataAccessException | TransactionException _) {
            // The relay logs that the database is unavailable.
            lagMillis = Double.NaN;
            pending = Double.NaN;
            nameFailing(List.of());
        }
    }

    private void nameFailing(List<FailingMessage> messages) {
        failures.register(
                messages.stream()
                        .filter(message -> message.failures() > 0)
                        .<Row<?>>map(message -> Row.of(
                                Tags.of("message", String.valueOf(message.id()), "kind", message.kind()),
                                message.failures()))
                        .toList(),
                true);
        unknown.register(
                messages.stream()
                        .filter(message -> !message.isKnown())
                        .collect(Collectors.groupingBy(FailingMessage::kind, Collectors.counting()))
                        .entrySet()
                        .stream()
                        .<Row<?>>map(kind -> Row.of(Tags.of("kind", kind.getKey()), kind.getValue()))
                        .toList(),
                true);
    }
}
