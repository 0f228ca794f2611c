package dev.haru.member.auth;

import dev.haru.member.auth.AuthApi.Introspection;
import dev.haru.member.auth.AuthApi.Token;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.identity.Identified;
import dev.haru.platform.identity.IdentityCache;
import dev.haru.platform.identity.IdentityCaches;
import dev.haru.platform.identity.IdentityUnavailable;
import dev.haru.platform.neighbour.Unavailability;
import dev.haru.platform.token.TokenFormat;
import feign.FeignException;
import java.time.Instant;
import java.util.Optional;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.stereotype.Component;

/**
 * Whose an access token is, from memory where that is fresh enough, else from auth-service; from memory also while
 * auth-service is down. Ends as a problem with status 503 when there is no answer within the time-outs of
 * {@code application.yml}, and none to remember.
 */
@Component
public class TokenClient implements OpaqueTokenIntrospector {

    private final AuthApi auth;
    private final IdentityCache<TokenOwner> cache;

    TokenClient(AuthApi auth, IdentityCaches caches) {
        this.auth = auth;
        this.cache = caches.create("identity");
    }

    /** The token's owner; nobody when it is malformed, unknown, expired or revoked. */
    public Optional<Identified<TokenOwner>> ownerOf(String token, Freshness freshness) {
        if (!TokenFormat.isWellFormed(TokenFormat.ACCESS, token)) {
            return Optional.empty();
        }
        try {
            return cache.find(token, freshness, wanted -> ask(token, wanted));
        } catch (IdentityUnavailable down) {
            throw AuthUnavailable.during("introspection", down.reason());
        } catch (FeignException failure) {
            // Here and not in the look-up, which many may wait for: each request gets a problem of its own.
            throw AuthUnavailable.during("introspection", failure);
        }
    }

    @Override
    public TokenOwner introspect(String token) {
        return ownerOf(token, Freshness.CACHED)
                .map(Identified::value)
                .orElseThrow(() -> new BadOpaqueTokenException("the access token is not active"));
    }

    private Optional<Identified<TokenOwner>> ask(String token, Freshness freshness) {
        try {
            return ownerIn(auth.introspect(new Token(token), freshness.cacheControl()));
        } catch (FeignException failure) {
            throw Unavailability.isShownBy(failure) ? IdentityUnavailable.because(failure) : failure;
        }
    }

    private static Optional<Identified<TokenOwner>> ownerIn(Introspection answer) {
        if (!answer.active() || answer.sub() == null || answer.exp() == null) {
            return Optional.empty();
        }
        TokenOwner owner = new TokenOwner(answer.sub(), Instant.ofEpochSecond(answer.exp()));
        return Optional.of(new Identified<>(
                owner, owner.memberId(), answer.sid(), owner.tokenExpiresAt(), Identified.ageOf(answer.ageMillis())));
    }
}
