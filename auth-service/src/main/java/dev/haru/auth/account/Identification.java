package dev.haru.auth.account;

import dev.haru.auth.outbox.Announcement;
import dev.haru.auth.outbox.Outbox;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Changes under which nickname and e-mail address an account is known. */
@Component
class Identification {

    private final AccountRepository accounts;
    private final Outbox outbox;
    private final TransactionTemplate transaction;

    Identification(AccountRepository accounts, Outbox outbox, PlatformTransactionManager transactions) {
        this.accounts = accounts;
        this.outbox = outbox;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** The account's version after the change; throws {@link IdentifierTaken} or {@link AccountNotFound}. */
    long identify(UUID id, Nickname nickname, @Nullable String email) {
        try {
            return transaction.execute(_ -> {
                Account account = accounts.findOpen(id).orElseThrow(() -> AccountNotFound.withId(id));
                if (account.isIdentifiedBy(nickname, email)) {
                    return account.version();
                }
                account.identify(nickname, email);
                long version = accounts.saveAndFlush(account).version();
                outbox.announce(id, new Announcement.Identified(account.nickname(), account.email(), version));
                return version;
            });
        } catch (DataIntegrityViolationException violation) {
            throw IdentifierTaken.of(violation)
                    .<RuntimeException>map(taken -> taken)
                    .orElse(violation);
        }
    }
}
