package dev.haru.auth.erasure;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.event.Origin;
import dev.haru.auth.export.Exports;
import dev.haru.auth.mail.MailOutbox;
import dev.haru.auth.notice.ErasureNotice;
import dev.haru.auth.notice.ErasureNotice.Recipients;
import dev.haru.auth.operator.LastAdmin;
import dev.haru.auth.outbox.Delivered;
import dev.haru.auth.outbox.Outbox;
import dev.haru.auth.outbox.OutboxMessage;
import dev.haru.auth.outbox.PublishedMessage;
import dev.haru.auth.proof.FreshProofs;
import dev.haru.auth.session.AllSessions;
import dev.haru.auth.session.Confirmation;
import dev.haru.platform.identity.Revocations;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import java.time.Clock;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
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
 * Erases an account. One transaction marks the account as erased, ends its sessions, deletes its exports and pending
 * mails, and writes an outbox message and a notice. After the other services have erased the member's data, this
 * service deletes the account's rows in batches.
 *
 * <p>Longer than 120 lines because it keeps the steps of an erasure together.
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
    private final FreshProofs proofs;
    private final Accounts accounts;
    private final LastAdmin lastAdmin;
    private final AllSessions sessions;
    private final Revocations revocations;
    private final Exports exports;
    private final MailOutbox mails;
    private final ErasureNotice notice;
    private final Outbox outbox;
    private final ErasureStore store;
    private final Clock clock;
    private final TransactionTemplate transaction;

    Erasure(
            Confirmation confirmation,
            FreshProofs proofs,
            Accounts accounts,
            LastAdmin lastAdmin,
            AllSessions sessions,
            Revocations revocations,
            Exports exports,
            MailOutbox mails,
            ErasureNotice notice,
            Outbox outbox,
            ErasureStore store,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.confirmation = confirmation;
        this.proofs = proofs;
        this.accounts = accounts;
        this.lastAdmin = lastAdmin;
        this.sessions = sessions;
        this.revocations = revocations;
        this.exports = exports;
        this.mails = mails;
        this.notice = notice;
        this.outbox = outbox;
        this.store = store;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Erases the account if the password is correct. Throws the problems of {@link Confirmation}, and the 409 problem
     * for the last administrator. An account without a password needs a fresh proof instead.
     *
     * @param origin the origin of the request, with its session
     */
    void erase(UUID accountId, @Nullable String password, Origin origin) {
        if (password == null) {
            eraseWithoutPassword(accountId, origin);
            return;
        }
        // False means that a concurrent request has erased the account, which is the result that the owner wants.
        var _ = confirmation.require(accountId, password, origin, confirmed -> erase(confirmed, origin));
    }

    private void eraseWithoutPassword(UUID accountId, Origin origin) {
        if (accounts.hasPassword(accountId)) {
            throw InvalidRequest.field("password", Message.of("field.password.required"));
        }
        proofs.requireNow(accountId, origin.sessionId());
        var _ = accounts.credentialsOf(accountId).map(confirmed -> erase(confirmed, origin));
    }

    private boolean erase(Credentials confirmed, Origin origin) {
        UUID accountId = confirmed.accountId();
        PublishedMessage erased = transaction.execute(_ -> {
            Recipients recipients = notice.recipientsOf(accountId);
            if (!accounts.erase(confirmed, clock.instant())) {
                return null;
            }
            lastAdmin.refuseEndOf(accountId);
            sessions.end(accountId);
            exports.discard(accountId);
            mails.discard(accountId);
            notice.write(recipients, origin);
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

    /**
     * Deletes the remaining rows of accounts that had more than {@link #ROWS_AT_ONCE}. A failed statement ends the
     * removal of its account only. Without a connection, the run ends.
     */
    @Scheduled(initialDelayString = "${haru.erasure.interval:5s}", fixedDelayString = "${haru.erasure.interval:5s}")
    void removeRest() {
        try {
            store.removable(ACCOUNTS_PER_RUN).forEach(this::removeRestOf);
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("erasure: interrupted, the next run continues: {}", unavailable.toString());
        }
    }

    private void removeRestOf(UUID account) {
        try {
            remove(account, BATCH, MAX_BATCHES);
        } catch (DataAccessException failure) {
            log.warn("erasure of account {}: interrupted, the next run continues: {}", account, failure.toString());
        }
    }

    private void remove(UUID account, int batch, int batches) {
        if (store.remove(account, batch, batches)) {
            log.info("erasure of account {} completed", account);
        }
    }
}
