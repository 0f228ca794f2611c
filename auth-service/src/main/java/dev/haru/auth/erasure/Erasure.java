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
 * Erases an account. One transaction marks the account as erased, ends its sessions and writes an outbox message. After
 * the other services have erased the member's data, this service deletes the account's rows in batches.
 */
@Component
class Erasure {

    private static final Logger log = LoggerFactory.getLogger(Erasure.class);

    /** Rows of each table that are deleted right after the delivery; an account within its limits rarely has more. */
    private static final int ROWS_AT_ONCE = 250;

    private static final int BATCH = 1000;
    private static final int MAX_BATCHES = 1000;
    private static final int ACCOUNTS_PER_RUN = 100;

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

    /** Erases the account if the password is correct. Throws the problems of {@link Confirmation}. */
    void erase(UUID accountId, String password, Origin origin) {
        // False means that a concurrent request has erased the account, which is the result that the owner wants.
        var _ = confirmation.require(accountId, password, origin, this::erase);
    }

    private boolean erase(Credentials confirmed) {
        UUID accountId = confirmed.accountId();
        PublishedMessage erased = transaction.execute(_ -> {
            if (!accounts.erase(confirmed, clock.instant())) {
                return null;
            }
            sessions.end(accountId);
            return outbox.publishInsteadOfPending(accountId, new OutboxMessage.Erased());
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
    void onDelivered(Delivered delivered) {
        if (delivered.published().message() instanceof OutboxMessage.Erased) {
            UUID account = delivered.published().accountId();
            store.allowRemoval(account, clock.instant());
            remove(account, ROWS_AT_ONCE, 1);
        }
    }

    /** Deletes the remaining rows of accounts that had more than {@link #ROWS_AT_ONCE}. */
    @Scheduled(fixedDelayString = "${haru.erasure.interval:5s}")
    void removeRest() {
        try {
            store.removable(ACCOUNTS_PER_RUN).forEach(account -> remove(account, BATCH, MAX_BATCHES));
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
