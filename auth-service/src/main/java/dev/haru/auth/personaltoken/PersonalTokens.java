package dev.haru.auth.personaltoken;

import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.proof.FreshProofs;
import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.identity.Revocations;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.security.Scopes;
import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Creates, lists and ends the personal access tokens of an account. */
@Component
class PersonalTokens {

    private final PersonalTokenStore store;
    private final PersonalTokenProperties properties;
    private final FreshProofs proofs;
    private final SecurityEvents events;
    private final Revocations revocations;
    private final SecureRandom random;
    private final Clock clock;

    PersonalTokens(
            PersonalTokenStore store,
            PersonalTokenProperties properties,
            FreshProofs proofs,
            SecurityEvents events,
            Revocations revocations,
            SecureRandom random,
            Clock clock) {
        this.store = store;
        this.properties = properties;
        this.proofs = proofs;
        this.events = events;
        this.revocations = revocations;
        this.random = random;
        this.clock = clock;
    }

    /**
     * Creates a token. Throws {@link TokenLimitReached}, the 400 problem of a lifetime above the maximum, or the 403
     * problem of a missing proof.
     *
     * @param origin the origin of the request, with its session
     */
    @Transactional
    public CreatedToken create(UUID account, PersonalTokenForm form, Origin origin) {
        Duration life = lifeOf(form.expiresInDays());
        Scopes scopes = Scopes.of(form.requestedScopes());
        // The calls that end sessions lock the account before a session, too.
        long epoch = store.lock(account)
                .orElseThrow(() -> new InvalidBearerTokenException("the account has just been erased"));
        proofs.require(account, origin.sessionId());
        Instant now = clock.instant();
        if (store.removeInvalid(account, epoch, now) >= properties.maxPerAccount()) {
            throw TokenLimitReached.of(properties.maxPerAccount());
        }
        String value = TokenFormat.generate(TokenFormat.PERSONAL, random);
        PersonalToken token = store.insert(account, epoch, value, form.name(), scopes, now, now.plus(life));
        events.append(account, Kind.TOKEN_CREATED, origin);
        return new CreatedToken(token, value);
    }

    /** Returns the valid tokens of an account, the newest first. */
    List<PersonalToken> list(UUID account) {
        // From the primary: a token that the owner has just ended must not appear because a replica lags.
        return ReplicaRouting.fromPrimary(() -> store.list(account, clock.instant()));
    }

    /** Ends a token. Throws {@link TokenNotFound} if the account has no such valid token. */
    @Transactional
    public void end(UUID account, UUID token, Origin origin) {
        if (!store.end(account, token, clock.instant())) {
            throw TokenNotFound.withId(token);
        }
        events.append(account, Kind.TOKEN_ENDED, origin);
        revocations.personalTokenEnded(token);
    }

    private Duration lifeOf(@Nullable Integer days) {
        Duration life = days == null ? properties.defaultLife() : Duration.ofDays(days);
        if (life.compareTo(properties.maxLife()) > 0) {
            throw InvalidRequest.field(
                    "expiresInDays",
                    Message.of("field.days", properties.maxLife().toDays()));
        }
        return life;
    }

    /** A new token with its value, which only the response contains. */
    record CreatedToken(PersonalToken token, String value) {

        @Override
        public String toString() {
            return "CreatedToken[secret]";
        }
    }
}
