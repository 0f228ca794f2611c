package dev.haru.auth.account;

import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.outbox.Outbox;
import dev.haru.auth.outbox.OutboxMessage;
import dev.haru.auth.proof.ConfirmationRequired;
import dev.haru.auth.proof.FreshProofs;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Changes the nickname and the e-mail address of an account. The session of the request needs a fresh proof. */
@Component
class IdentifierUpdate {

    private final AccountRepository accounts;
    private final FreedNicknames freed;
    private final FreshProofs proofs;
    private final Outbox outbox;
    private final SecurityEvents events;
    private final TransactionTemplate transaction;

    IdentifierUpdate(
            AccountRepository accounts,
            FreedNicknames freed,
            FreshProofs proofs,
            Outbox outbox,
            SecurityEvents events,
            PlatformTransactionManager transactions) {
        this.accounts = accounts;
        this.freed = freed;
        this.proofs = proofs;
        this.outbox = outbox;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Changes the identifiers and returns the version of the account. If the account has these identifiers already,
     * nothing changes and no proof is needed. Throws {@link IdentifierTaken}, {@link NicknameChangeLimit},
     * {@link AccountNotFound} or {@link ConfirmationRequired}.
     *
     * @param origin the origin of the member's request, with its session
     */
    long update(UUID id, Nickname nickname, @Nullable String email, Origin origin) {
        try {
            return transaction.execute(_ -> {
                Account account = accounts.findOpen(id).orElseThrow(() -> AccountNotFound.withId(id));
                if (account.hasIdentifiers(nickname, email)) {
                    return account.version();
                }
                proofs.require(id, origin.sessionId());
                return change(account, nickname, email, origin);
            });
        } catch (DataIntegrityViolationException violation) {
            throw IdentifierTaken.of(violation)
                    .<RuntimeException>map(taken -> taken)
                    .orElse(violation);
        }
    }

    private long change(Account account, Nickname nickname, @Nullable String email, Origin origin) {
        UUID id = account.id();
        Nickname old = new Nickname(account.nickname(), account.nicknameKey());
        boolean nicknameChanged = !old.text().equals(nickname.text());
        boolean emailChanged = !Objects.equals(account.email(), email);
        account.changeIdentifiers(nickname, email);
        long version = accounts.saveAndFlush(account).version();
        if (!old.key().equals(nickname.key())) {
            freed.take(nickname, id);
            freed.hold(old, id);
        }
        outbox.publish(id, new OutboxMessage.IdentifiersChanged(account.nickname(), account.email(), version));
        if (nicknameChanged) {
            events.append(id, Kind.NICKNAME_CHANGED, origin);
        }
        if (emailChanged) {
            events.append(id, Kind.EMAIL_CHANGED, origin);
        }
        return version;
    }
}
