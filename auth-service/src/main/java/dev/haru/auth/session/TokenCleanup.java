package dev.haru.auth.session;

import dev.haru.auth.session.CleanupStore.EndingAccount;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Moves expired and revoked tokens to the history, hourly and in small batches. The size of the tables that every
 * request reads thereby stays proportional to the number of signed-in members. Several replicas may run the clean-up at
 * once: each skips the rows that another replica has locked.
 *
 * <p>Longer than 120 lines because it keeps the steps of the clean-up in their order.
 */
@Component
class TokenCleanup {

    private static final Logger log = LoggerFactory.getLogger(TokenCleanup.class);

    private final CleanupStore store;
    private final CleanupProperties properties;
    private final SessionProperties sessions;
    private final Counter failures;
    private final Counter rows;
    private final Clock clock;

    TokenCleanup(
            CleanupStore store,
            CleanupProperties properties,
            SessionProperties sessions,
            MeterRegistry meters,
            Clock clock) {
        this.store = store;
        this.properties = properties;
        this.sessions = sessions;
        this.failures = Counter.builder("haru.token.cleanup.failures")
                .description("Rounds of the token clean-up that ended early because the database did not answer")
                .register(meters);
        this.rows = Counter.builder("haru.token.cleanup.rows")
                .description("Ended tokens and sessions that the clean-up removed")
                .register(meters);
        this.clock = clock;
    }

    @Scheduled(
            initialDelayString = "${haru.session.cleanup.first:1m}",
            fixedDelayString = "${haru.session.cleanup.interval:1h}")
    void run() {
        try {
            Instant now = clock.instant();
            YearMonth month = ensurePartitions(now);
            store.dropPartitionsBefore(month.minusMonths(properties.keepMonths()));

            Instant end = now.plus(properties.longestRound());
            int access = drain(() -> store.archiveAccessTokens(now, properties.batch()), end)
                    + drain(() -> store.archiveEndedAccessTokens(now, properties.batch()), end);
            int refresh = drain(() -> store.archiveExpiredRefreshTokens(now, properties.batch()), end)
                    + drain(() -> store.archiveEndedRefreshTokens(now, properties.batch()), end);
            int removed =
                    drain(() -> store.removeSessions(now, now.minus(sessions.refreshToken()), properties.batch()), end);
            log.info("token clean-up: {} access tokens, {} refresh tokens, {} sessions", access, refresh, removed);
        } catch (DataAccessException | TransactionException unavailable) {
            failures.increment();
            log.warn("token clean-up: ended early: {}", unavailable.toString());
        }
    }

    /**
     * Ends the remaining sessions and tokens of accounts whose request could touch only a part of them. Pods of the
     * previous release accept those tokens until this method removes them. A failed statement ends the work on its
     * account only. Without a connection, the round ends.
     */
    @Scheduled(
            initialDelayString = "${haru.session.cleanup.first:1m}",
            fixedDelayString = "${haru.session.cleanup.ending-interval:5s}")
    void finishEnding() {
        try {
            Instant now = clock.instant();
            List<EndingAccount> accounts = store.endingAccounts(properties.batch());
            if (accounts.isEmpty()) {
                return;
            }
            ensurePartitions(now);
            Instant end = now.plus(properties.longestRound());
            accounts.forEach(account -> tryToFinishEnding(account, now, end));
        } catch (DataAccessException | TransactionException unavailable) {
            failures.increment();
            log.warn("token clean-up: ended early: {}", unavailable.toString());
        }
    }

    private void tryToFinishEnding(EndingAccount account, Instant now, Instant end) {
        try {
            finishEnding(account, now, end);
        } catch (DataAccessException failure) {
            failures.increment();
            log.warn("token clean-up: account {}: ended early: {}", account.id(), failure.toString());
        }
    }

    private void finishEnding(EndingAccount account, Instant now, Instant end) {
        int sessionsEnded = drain(() -> store.endSessionsBelowEpoch(account.id(), now, properties.batch()), end);
        int tokens = drain(() -> store.archiveEndedAccessTokens(account.id(), now, properties.batch()), end);
        if (clock.instant().isBefore(end)) {
            store.allEnded(account);
        }
        log.info("token clean-up: {} sessions of account {} ended, {} tokens", sessionsEnded, account.id(), tokens);
    }

    /** Creates the partition of this month, and that of the next month for a round that passes midnight. */
    private YearMonth ensurePartitions(Instant now) {
        YearMonth month = YearMonth.from(now.atOffset(ZoneOffset.UTC));
        store.ensurePartition(month);
        store.ensurePartition(month.plusMonths(1));
        return month;
    }

    private int drain(IntSupplier batch, Instant end) {
        int all = 0;
        int moved;
        do {
            moved = batch.getAsInt();
            all += moved;
            rows.increment(moved);
        } while (moved == properties.batch() && clock.instant().isBefore(end));
        return all;
    }
}
