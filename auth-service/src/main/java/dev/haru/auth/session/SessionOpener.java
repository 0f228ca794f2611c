package dev.haru.auth.session;

import dev.haru.auth.account.Credentials;
import dev.haru.auth.device.SignInDevice;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvent;
import dev.haru.auth.event.SecurityEvents.Kind;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Opens sessions for accounts whose password was verified, and whose second factor if they have one. */
@Component
public class SessionOpener {

    private final SignInStore store;
    private final SessionProperties properties;
    private final SecureRandom random;
    private final Clock clock;
    private final ApplicationEventPublisher publisher;
    private final TransactionTemplate transaction;

    SessionOpener(
            SignInStore store,
            SessionProperties properties,
            SecureRandom random,
            Clock clock,
            ApplicationEventPublisher publisher,
            PlatformTransactionManager transactions) {
        this.store = store;
        this.properties = properties;
        this.random = random;
        this.clock = clock;
        this.publisher = publisher;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Opens a session and returns its tokens. Empty if the account is erased, if its password hash is no longer the
     * verified one, if it has got or lost its second factors since then, or if all its other sessions have ended.
     * Throws {@link AccountDisabled} if an operator has disabled the account.
     *
     * @param verified the credentials whose password was verified, and a second factor if they require one
     */
    public Optional<TokenResponse> open(Credentials verified, SignInDevice device, Origin origin) {
        Instant now = clock.instant();
        TokenPair pair = TokenPair.of(random, properties, now, now);
        if (open(verified, device, pair, origin, now)) {
            return Optional.of(TokenResponse.of(pair));
        }
        if (store.isDisabled(verified.accountId())) {
            throw new AccountDisabled();
        }
        return Optional.empty();
    }

    private boolean open(Credentials verified, SignInDevice device, TokenPair pair, Origin origin, Instant now) {
        if (device.isNew() && verified.emailVerified()) {
            return transaction.<Boolean>execute(_ -> openWithNotice(verified, device, pair, origin, now));
        }
        return store.open(verified, device, pair, origin, now);
    }

    /** Opens the session and publishes the event of the new device in one transaction, which the notice needs. */
    private boolean openWithNotice(
            Credentials verified, SignInDevice device, TokenPair pair, Origin origin, Instant now) {
        boolean opened = store.open(verified, device, pair, origin, now);
        if (opened) {
            publisher.publishEvent(new SecurityEvent(verified.accountId(), Kind.DEVICE_ADDED, null, origin, now));
        }
        return opened;
    }
}
