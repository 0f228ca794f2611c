package dev.haru.auth.erasure;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.event.Origin;
import dev.haru.auth.outbox.Delivered;
import dev.haru.auth.outbox.Outbox;
import dev.haru.auth.outbox.OutboxMessage;
import dev.haru.auth.outbox.PublishedMessage;
import dev.haru.auth.session.AllSessions;
import dev.haru.auth.session.Confirmation;
import dev.haru.platform.identity.Revocations;
import java.time.Clock;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Erases an account. One transaction closes it and writes to the outbox. When the other services have erased the
 * member, the rows here go in batches.
 */
@Component
class Erasure {

    private static final Logger log = LoggerFactory.getLogger(Erasure.class);

    /** Rows of each table that the call itself removes: those of an account within its limits, mostly. */
    private static final int ROWS_AT_ONCE = 250;

    private static final int BATCH = 1000;
    private static final int BATCHES = 1000;
    private static final int ACCOUNTS = 100;

    private final Confirmation confirmation;
    private final Accounts accounts;
    private final AllSessions sessions;
    private final Revocations revocations;
    private final Outbox outbox;
    private final ErasureStore store;
    private final Clock clock;
    private final TransactionTemplate transaction;

    Erasure(
            Confirmation confirmation,
            Accounts accounts,
            AllSessions sessions,
            Revocations revocations,
            Outbox outbox,
            ErasureStore store,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.confirmation = confirmation;
        this.accounts = accounts;
        this.sessions = sessions;
        this.revocations = revocations;
        this.outbox = outbox;
        this.store = store;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Throws the problems of {@link Confirmation}. */
    void erase(UUID accountId, String password, Origin origin) {
        // When somebody else has closed it meanwhile, it is as the owner wants it.
        var _ = confirmation.require(accountId, password, origin, this::erase);
    }

    private boolean erase(Credentials confirmed) {
        UUID accountId = confirmed.accountId();
        PublishedMessage erased = transaction.execute(_ -> {
            if (!accounts.erase(confirmed, clock.instant())) {
                return null;
            }
            sessions.end(accountId);
            return outbox.announceInsteadOfAll(accountId, new OutboxMessage.Erased());
        });
        if (erased == null) {
            return false;
        }
        revocations.accountEnded(accountId);
        log.info("erasure of account {} started", accountId);
        outbox.deliverNow(erased);
        return true;
    }

    @EventListener
    void neighboursAreDone(Delivered delivered) {
        if (delivered.announced().announcement() instanceof OutboxMessage.Erased) {
            UUID account = delivered.announced().accountId();
            store.allowRemoval(account, clock.instant());
            remove(account, ROWS_AT_ONCE, 1);
        }
    }

    /** Removes the rows of accounts that had more of them than the call that erased the account may remove. */
    @Scheduled(fixedDelayString = "${haru.erasure.interval:5s}")
    void removeRest() {
        try {
            store.removable(ACCOUNTS).forEach(account -> remove(account, BATCH, BATCHES));
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("erasure: interrupted, the next run continues: {}", unavailable.toString());
        }
    }

    private void remove(UUID account, int batch, int batches) {
        if (store.remove(account, batch, batches)) {
            log.info("erasure of account {} completed", account);
        }
    }
}
