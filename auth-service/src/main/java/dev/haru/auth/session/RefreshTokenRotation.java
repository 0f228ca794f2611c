package dev.haru.auth.session;

import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.platform.identity.Revocations;
import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Rotates refresh tokens. Reuse of a retired token after the grace window indicates a leak and ends the session (<a
 * href="https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2">RFC 9700, 4.14.2</a>).
 */
@Component
class RefreshTokenRotation {

    private static final Logger log = LoggerFactory.getLogger(RefreshTokenRotation.class);

    private final RefreshStore store;
    private final SessionStore sessions;
    private final SecureRandom random;
    private final SecurityEvents events;
    private final Revocations revocations;
    private final SessionProperties properties;
    private final Clock clock;
    private final TransactionTemplate transaction;

    RefreshTokenRotation(
            RefreshStore store,
            SessionStore sessions,
            SecureRandom random,
            SecurityEvents events,
            Revocations revocations,
            SessionProperties properties,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.store = store;
        this.sessions = sessions;
        this.random = random;
        this.events = events;
        this.revocations = revocations;
        this.properties = properties;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Issues a new pair for a refresh token. Throws {@link InvalidRefreshToken} if the token is not valid. */
    TokenPair refresh(String value, Origin origin) {
        if (!TokenFormat.isWellFormed(TokenFormat.REFRESH, value)) {
            throw InvalidRefreshToken.ofClient();
        }
        Token used = new Token(value);
        Instant now = clock.instant();
        return transaction
                .execute(_ -> store.lock(used, now).flatMap(session -> continued(used, session, origin, now)))
                .orElseThrow(InvalidRefreshToken::ofClient);
    }

    private Optional<TokenPair> continued(Token used, RefreshTokenState session, Origin origin, Instant now) {
        if (session.isReused(properties.refreshGrace(), now)) {
            log.warn("refresh token of session {} used again; session ended", session.sessionId());
            sessions.end(session.accountId(), session.sessionId(), now);
            revocations.sessionEnded(session.sessionId());
            events.append(session.accountId(), Kind.REFRESH_TOKEN_REUSED, origin.in(session.sessionId()));
            return Optional.empty();
        }
        if (session.isExhausted()) {
            return Optional.empty();
        }
        TokenPair pair = TokenPair.of(random, properties, session.openedAt(), now);
        store.issue(used, session, pair, now);
        return Optional.of(pair);
    }
}
