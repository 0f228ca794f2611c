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

/** Changes nickname and e-mail address of an account, its login identifiers, in a session with a fresh proof. */
@Component
class Identification {

    private final AccountRepository accounts;
    private final FreedNicknames freed;
    private final FreshProofs proofs;
    private final Outbox outbox;
    private final SecurityEvents events;
    private final TransactionTemplate transaction;

    Identification(
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
     * The account's version after the change, also when there was nothing to change. Throws {@link IdentifierTaken},
     * {@link NicknameChangeLimit}, {@link AccountNotFound} or {@link ConfirmationRequired}.
     *
     * @param origin where the member's call came from, in its session
     */
    long identify(UUID id, Nickname nickname, @Nullable String email, Origin origin) {
        try {
            return transaction.execute(_ -> {
                Account account = accounts.findOpen(id).orElseThrow(() -> AccountNotFound.withId(id));
                if (account.isIdentifiedBy(nickname, email)) {
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
        boolean renamed = !old.text().equals(nickname.text());
        boolean moved = !Objects.equals(account.email(), email);
        account.identify(nickname, email);
        long version = accounts.saveAndFlush(account).version();
        if (!old.key().equals(nickname.key())) {
            freed.take(nickname, id);
            freed.free(old, id);
        }
        outbox.announce(id, new OutboxMessage.CachedIdentity(account.nickname(), account.email(), version));
        if (renamed) {
            events.append(id, Kind.NICKNAME_CHANGED, origin);
        }
        if (moved) {
            events.append(id, Kind.EMAIL_CHANGED, origin);
        }
        return version;
    }
}
