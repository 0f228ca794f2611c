package dev.haru.schedule.template;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Refreshes the ranking at an interval, in only one of the processes. Each process checks every few seconds whether a
 * refresh is due; the process that gets the lock refreshes. A failed refresh leaves the ranking as it was.
 *
 * <p>Longer than 120 lines because it keeps the schedule, the lock and the metrics of one task together.
 */
@Component
class RankingRefresh {

    /** The result of a check. */
    enum Outcome {
        REFRESHED,
        NOT_DUE,
        ELSEWHERE,
        FAILED
    }

    private static final Logger log = LoggerFactory.getLogger(RankingRefresh.class);

    private final RankingStore store;
    private final TemplateProperties.Ranking properties;
    private final Clock clock;
    private final TransactionTemplate transaction;
    private final Map<Outcome, Timer> timers = new EnumMap<>(Outcome.class);

    /**
     * The end of the pause after a failure. Without the pause, a refresh that takes too long would run all the time.
     */
    private volatile Instant pausedUntil = Instant.MIN;

    /** The last refresh that this process has seen; until it has seen one, the start of the process. */
    private volatile Instant refreshedAt;

    RankingRefresh(
            RankingStore store,
            TemplateProperties properties,
            Clock clock,
            PlatformTransactionManager transactions,
            MeterRegistry meters) {
        this.store = store;
        this.properties = properties.ranking();
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
        this.refreshedAt = clock.instant();
        for (Outcome outcome : new Outcome[] {Outcome.REFRESHED, Outcome.FAILED}) {
            timers.put(outcome, timer(outcome, meters));
        }
        TimeGauge.builder("haru.templates.ranking.age", this::ageSeconds, TimeUnit.SECONDS)
                .description("Time since any process has refreshed the ranking of templates")
                .register(meters);
    }

    /** Refreshes the ranking if it is due. */
    @Scheduled(initialDelayString = "5s", fixedDelayString = "5s")
    Outcome look() {
        Timer.Sample time = Timer.start();
        Outcome outcome = tryRefresh();
        Timer timer = timers.get(outcome);
        if (timer != null) {
            time.stop(timer);
        }
        return outcome;
    }

    private Outcome tryRefresh() {
        try {
            if (!isDue() || clock.instant().isBefore(pausedUntil)) {
                return Outcome.NOT_DUE;
            }
            if (!Boolean.TRUE.equals(transaction.execute(_ -> refreshWithLock()))) {
                return Outcome.ELSEWHERE;
            }
            addChanges();
            return Outcome.REFRESHED;
        } catch (DataAccessException | TransactionException failure) {
            log.error("cannot refresh the template ranking, the previous ranking remains: {}", failure.toString());
            pausedUntil = clock.instant().plus(properties.interval());
            return Outcome.FAILED;
        }
    }

    private boolean isDue() {
        Instant last = store.refreshedAt().orElse(Instant.EPOCH);
        if (last.isAfter(Instant.EPOCH)) {
            refreshedAt = last;
        }
        return !clock.instant().isBefore(last.plus(properties.interval()));
    }

    /** Checks again after it got the lock, because another process may have just refreshed the ranking. */
    private boolean refreshWithLock() {
        if (!store.lock() || !isDue()) {
            return false;
        }
        store.refresh(properties.weight(), clock.instant(), properties.timeLimit());
        return true;
    }

    /** The ranking is exact without this step, so a failure of it is no failure of the refresh. */
    private void addChanges() {
        try {
            transaction.executeWithoutResult(_ -> {
                if (store.lock()) {
                    store.addChanges(properties.timeLimit());
                }
            });
        } catch (DataAccessException | TransactionException failure) {
            log.warn(
                    "cannot add changes to the tally of templates, the next refresh adds them: {}", failure.toString());
        }
    }

    private double ageSeconds() {
        return Duration.between(refreshedAt, clock.instant()).toMillis() / 1000.0;
    }

    private static Timer timer(Outcome outcome, MeterRegistry meters) {
        return Timer.builder("haru.templates.ranking.refresh")
                .description("Refreshes of the ranking of templates by this process")
                .tag("outcome", outcome == Outcome.REFRESHED ? "refreshed" : "failed")
                .register(meters);
    }
}
