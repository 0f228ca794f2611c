package dev.haru.auth.account;

import dev.haru.auth.account.RegistrationController.RegionChoice;
import dev.haru.auth.email.EmailVerification;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.outbox.Outbox;
import dev.haru.auth.outbox.OutboxMessage;
import dev.haru.auth.outbox.PublishedMessage;
import dev.haru.auth.password.Passwords;
import dev.haru.auth.region.Regions;
import dev.haru.platform.email.EmailKey;
import java.time.Clock;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Registers an account. Password hashing and the delivery to member-service run outside any transaction. */
@Component
class Registration {

    /** The id of no account. */
    private static final UUID NO_ACCOUNT = new UUID(0, 0);

    private final AccountRepository accounts;
    private final FreedNicknames freed;
    private final Regions regions;
    private final Passwords passwords;
    private final EmailVerification emails;
    private final Outbox outbox;
    private final SecurityEvents events;
    private final Clock clock;
    private final TransactionTemplate transaction;

    Registration(
            AccountRepository accounts,
            FreedNicknames freed,
            Regions regions,
            Passwords passwords,
            EmailVerification emails,
            Outbox outbox,
            SecurityEvents events,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.accounts = accounts;
        this.freed = freed;
        this.regions = regions;
        this.passwords = passwords;
        this.emails = emails;
        this.outbox = outbox;
        this.events = events;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Returns the id of the new account. Throws {@link IdentifierTaken}, or a 400 or 503 problem. */
    UUID register(
            Nickname nickname,
            @Nullable String email,
            String password,
            RegionChoice region,
            Origin origin,
            String language) {
        OwnIdentifier.refuseAsPassword("password", password, nickname.text(), email);
        regions.requireKnown(region.field(), region.name());
        refuseTaken(nickname, email);
        String hash = passwords.hash(password, origin.client());
        PublishedMessage registered = save(nickname, email, hash, region.name(), origin, language);
        outbox.deliverNow(registered);
        return registered.accountId();
    }

    /**
     * Refuses a taken identifier before the password is hashed. Between concurrent registrations, the unique constraint
     * decides.
     */
    private void refuseTaken(Nickname nickname, @Nullable String email) {
        if (accounts.isNicknameTaken(nickname.key(), nickname.previousKey(), nickname.skeleton())
                || freed.isHeld(nickname)) {
            throw IdentifierTaken.nickname();
        }
        if (email != null && accounts.isEmailVerifiedByAnother(EmailKey.of(email), NO_ACCOUNT)) {
            throw IdentifierTaken.email();
        }
    }

    private PublishedMessage save(
            Nickname nickname, @Nullable String email, String hash, String regionName, Origin origin, String language) {
        try {
            return transaction.execute(_ -> {
                Account account = accounts.saveAndFlush(new Account(nickname, email, hash, clock.instant()));
                freed.take(nickname, account.id());
                events.append(account.id(), Kind.REGISTERED, origin);
                emails.claimed(account.id(), email, language);
                return outbox.publish(
                        account.id(),
                        new OutboxMessage.Registered(
                                account.nickname(), account.email(), regionName, account.version()));
            });
        } catch (DataIntegrityViolationException violation) {
            throw IdentifierTaken.of(violation)
                    .<RuntimeException>map(taken -> taken)
                    .orElse(violation);
        }
    }
}
