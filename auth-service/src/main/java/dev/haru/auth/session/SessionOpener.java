package dev.haru.auth.session;

import dev.haru.auth.account.Credentials;
import dev.haru.auth.device.SignInDevice;
import dev.haru.auth.event.Origin;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Opens sessions for accounts whose password was verified. */
@Component
public class SessionOpener {

    private final SessionStore store;
    private final SessionProperties properties;
    private final SecureRandom random;
    private final Clock clock;

    SessionOpener(SessionStore store, SessionProperties properties, SecureRandom random, Clock clock) {
        this.store = store;
        this.properties = properties;
        this.random = random;
        this.clock = clock;
    }

    /**
     * Opens a session and returns its tokens. Empty if the account is erased, or if its password hash is no longer the
     * verified one.
     */
    public Optional<TokenResponse> open(Credentials verified, SignInDevice device, Origin origin) {
        Instant now = clock.instant();
        TokenPair pair = TokenPair.of(random, properties, now, now);
        return store.open(verified, device, pair, origin, now) ? Optional.of(TokenResponse.of(pair)) : Optional.empty();
    }
}
