package dev.haru.auth.session;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.password.Passwords;
import dev.haru.auth.session.SessionStore.OpenSession;
import dev.haru.auth.session.SessionStore.Refreshable;
import dev.haru.platform.database.Reads;
import dev.haru.platform.identity.Revocations;
import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Refreshes, lists and ends sessions. */
@Component
class Sessions {

    private static final Logger log = LoggerFactory.getLogger(Sessions.class);

    /** Whoever has more open sessions sees the last used ones. */
    private static final int LONGEST_LIST = 100;

    private final Accounts accounts;
    private final Confirmation confirmation;
    private final Passwords passwords;
    private final SessionStore store;
    private final SecurityEvents events;
    private final Revocations revocations;
    private final SessionProperties properties;
    private final SecureRandom random;
    private final Clock clock;
    private final TransactionTemplate transaction;

    Sessions(
            Accounts accounts,
            Confirmation confirmation,
            Passwords passwords,
            SessionStore store,
            SecurityEvents events,
            Revocations revocations,
            SessionProperties properties,
            SecureRandom random,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.accounts = accounts;
        this.confirmation = confirmation;
        this.passwords = passwords;
        this.store = store;
        this.events = events;
        this.revocations = revocations;
        this.properties = properties;
        this.random = random;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * A new pair for a refresh token. One that was used before, outside the grace window, has leaked: its session ends
     * (<a href="https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2">RFC 9700, 4.14.2</a>).
     */
    TokenPair refresh(String value, Origin origin) {
        if (!TokenFormat.isWellFormed(TokenFormat.REFRESH, value)) {
            throw InvalidCredentials.refreshToken();
        }
        Token old = new Token(value);
        Instant now = clock.instant();
        return transaction
                .execute(_ -> store.lock(old, now).flatMap(session -> continued(old, session, origin, now)))
                .orElseThrow(InvalidCredentials::refreshToken);
    }

    private Optional<TokenPair> continued(Token old, Refreshable session, Origin origin, Instant now) {
        Instant rotatedAt = session.rotatedAt();
        if (rotatedAt != null && rotatedAt.plus(properties.refreshGrace()).isBefore(now)) {
            log.warn("refresh token of session {} used again; session ended", session.sessionId());
            store.end(session.accountId(), session.sessionId(), now);
            revocations.sessionEnded(session.sessionId());
            events.append(session.accountId(), Kind.REFRESH_TOKEN_REUSED, origin.in(session.sessionId()));
            return Optional.empty();
        }
        TokenPair pair = TokenPair.of(random, properties, now);
        store.rotate(old, session, pair, now);
        return Optional.of(pair);
    }

    void signOut(SignedIn caller, Origin origin) {
        transaction.executeWithoutResult(_ -> {
            store.end(caller.accountId(), caller.sessionId(), clock.instant());
            events.append(caller.accountId(), Kind.SIGNED_OUT, origin.in(caller.sessionId()));
        });
        revocations.sessionEnded(caller.sessionId());
    }

    List<OpenSession> list(SignedIn caller) {
        // Who has just ended one must not see it, whichever replica lags behind.
        return Reads.fromPrimary(() -> store.list(caller.accountId(), clock.instant(), LONGEST_LIST));
    }

    /** Ends a session of the caller's; throws {@link SessionNotFound} when it is none or over already. */
    void end(SignedIn caller, UUID sessionId, Origin origin) {
        transaction.executeWithoutResult(_ -> {
            if (!store.end(caller.accountId(), sessionId, clock.instant())) {
                throw SessionNotFound.withId(sessionId);
            }
            events.append(caller.accountId(), Kind.SESSION_ENDED, origin.in(sessionId));
        });
        revocations.sessionEnded(sessionId);
    }

    void endOthers(SignedIn caller, Origin origin) {
        transaction.executeWithoutResult(_ -> {
            store.endOthers(caller.accountId(), caller.sessionId(), clock.instant());
            events.append(caller.accountId(), Kind.OTHER_SESSIONS_ENDED, origin.in(caller.sessionId()));
        });
        revocations.otherSessionsEnded(caller.accountId(), caller.sessionId());
    }

    /** Changes the caller's password and ends all other sessions; throws {@link InvalidCredentials} for a wrong one. */
    void changePassword(SignedIn caller, String current, String replacement, Origin origin) {
        boolean changed = confirmation.require(
                caller.accountId(),
                current,
                origin,
                confirmed -> changePassword(caller, confirmed, passwords.hash(replacement), origin));
        if (!changed) {
            throw InvalidCredentials.password();
        }
        revocations.otherSessionsEnded(caller.accountId(), caller.sessionId());
    }

    private boolean changePassword(SignedIn caller, Credentials confirmed, String hash, Origin origin) {
        return transaction.<Boolean>execute(_ -> {
            if (!accounts.replaceHash(confirmed, hash)) {
                return false;
            }
            store.endOthers(caller.accountId(), caller.sessionId(), clock.instant());
            events.append(caller.accountId(), Kind.PASSWORD_CHANGED, origin.in(caller.sessionId()));
            return true;
        });
    }
}
