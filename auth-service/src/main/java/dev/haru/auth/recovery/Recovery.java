package dev.haru.auth.recovery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.auth.account.Accounts;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.guard.LoginGuard;
import dev.haru.auth.mail.Mail;
import dev.haru.auth.mail.MailAddress;
import dev.haru.auth.mail.MailOutbox;
import dev.haru.auth.mail.MailTemplate;
import dev.haru.auth.password.Passwords;
import dev.haru.auth.recovery.RecoveryStore.Recovered;
import dev.haru.platform.database.Batches;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Recovers accounts whose owners forgot the password. A reset opens no session: the owner signs in afterwards, with all
 * factors that the account requires.
 *
 * <p>Longer than 120 lines because it keeps the steps of a recovery together.
 */
@Component
class Recovery {

    private static final Logger log = LoggerFactory.getLogger(Recovery.class);

    private static final int RECENT_ADDRESSES = 10_000;
    private static final int BATCH = 1000;
    private static final int MAX_BATCHES = 1000;

    private final RecoveryStore store;
    private final MailOutbox mails;
    private final Accounts accounts;
    private final Passwords passwords;
    private final SignOutEverywhere signOut;
    private final LoginGuard guard;
    private final SecurityEvents events;
    private final RecoveryProperties properties;
    private final Clock clock;
    private final TransactionTemplate transaction;

    /** Addresses with a recent request. Without this cache, requests for one address would wait for one lock. */
    private final Cache<String, Boolean> recent;

    Recovery(
            RecoveryStore store,
            MailOutbox mails,
            Accounts accounts,
            Passwords passwords,
            SignOutEverywhere signOut,
            LoginGuard guard,
            SecurityEvents events,
            RecoveryProperties properties,
            Clock clock,
            ObjectProvider<Ticker> ticker,
            PlatformTransactionManager transactions) {
        this.store = store;
        this.mails = mails;
        this.accounts = accounts;
        this.passwords = passwords;
        this.signOut = signOut;
        this.guard = guard;
        this.events = events;
        this.properties = properties;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
        this.recent = Caffeine.newBuilder()
                .maximumSize(RECENT_ADDRESSES)
                .expireAfterWrite(properties.pause())
                .ticker(ticker.getIfAvailable(Ticker::systemTicker))
                .build();
    }

    /** Throws the 503 problem if no mail server is configured. */
    void requireMail() {
        mails.requireAvailable();
    }

    /**
     * Writes a mail to the address, whether or not an account has the address. The relay sends the mail only to the
     * verified address of an account. Writes nothing at a limit. A failed request does not count as recent.
     */
    void request(MailAddress address, String language) {
        if (recent.asMap().putIfAbsent(address.key(), true) != null) {
            return;
        }
        Mail mail = new Mail(
                address,
                MailTemplate.RECOVERY,
                language,
                Map.of(),
                clock.instant().plus(properties.life()));
        try {
            transaction.executeWithoutResult(_ -> mails.publish(mail));
        } catch (RuntimeException failed) {
            recent.invalidate(address.key());
            throw failed;
        }
    }

    /**
     * Sets the password of the account of a link, and ends all its sessions and known devices. Throws a 422 problem for
     * an invalid link, before a hash is computed, a 400 problem for an identifier of the account, and the 429 problem
     * if the notice cannot be written. A link is invalid after a change of the verified address.
     */
    void reset(String token, String replacement, Origin origin) {
        byte[] tokenHash = RecoveryTokens.hashOf(token).orElseThrow(InvalidRecoveryLink::new);
        UUID account = store.accountOf(tokenHash, clock.instant()).orElseThrow(InvalidRecoveryLink::new);
        accounts.refuseOwnIdentifier("new", account, replacement);
        String hash = passwords.hash(replacement, origin.client());
        Recovered recovered = transaction.execute(_ -> reset(tokenHash, hash, origin));
        guard.clear(origin.address(), recovered.nicknameKey(), recovered.account());
    }

    private Recovered reset(byte[] tokenHash, String hash, Origin origin) {
        Recovered recovered = store.reset(tokenHash, hash, clock.instant()).orElseThrow(InvalidRecoveryLink::new);
        signOut.run(recovered.account());
        events.append(recovered.account(), Kind.PASSWORD_RECOVERED, origin);
        return recovered;
    }

    @Scheduled(
            initialDelayString = "${haru.recovery.cleanup.first:13m}",
            fixedDelayString = "${haru.recovery.cleanup.interval:1h}")
    void removeExpired() {
        Batches.cleanUp(log, "recovery", BATCH, MAX_BATCHES, size -> store.removeExpired(clock.instant(), size));
    }
}
