package dev.haru.member.auth;

import dev.haru.member.auth.AuthApi.Introspection;
import dev.haru.member.auth.AuthApi.Token;
import dev.haru.member.auth.AuthApi.Tokens;
import dev.haru.platform.identity.CachedIdentity;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.identity.IdentityCache;
import dev.haru.platform.identity.IdentityCaches;
import dev.haru.platform.identity.IdentityUnavailable;
import dev.haru.platform.identity.LookupBatcher;
import dev.haru.platform.token.TokenFormat;
import dev.haru.platform.upstream.Unavailability;
import feign.FeignException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
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
    private final LookupBatcher<String, CachedIdentity<TokenOwner>> batcher;

    TokenClient(AuthApi auth, IdentityCaches caches) {
        this.auth = auth;
        this.cache = caches.create("identity");
        this.batcher = caches.batcher("identity", this::askForMany);
    }

    /** The token's owner; nobody when it is malformed, unknown, expired or revoked. */
    public Optional<CachedIdentity<TokenOwner>> ownerOf(String token, Freshness freshness) {
        if (!TokenFormat.isWellFormed(TokenFormat.ACCESS, token)) {
            return Optional.empty();
        }
        return orUnavailable(() -> cache.find(token, freshness, wanted -> ask(token, wanted)));
    }

    /**
     * The owners of many tokens, as far as memory and one question to auth-service tell them. One that is not among the
     * answers is for {@link #ownerOf}.
     */
    public Map<String, Optional<CachedIdentity<TokenOwner>>> ownersOf(Collection<String> tokens) {
        return orUnavailable(() -> cache.findAll(tokens, this::askForMany));
    }

    @Override
    public TokenOwner introspect(String token) {
        return ownerOf(token, Freshness.CACHED)
                .map(CachedIdentity::value)
                .orElseThrow(() -> new BadOpaqueTokenException("the access token is not active"));
    }

    /** Here and not in the look-up, which many may wait for: each request gets a problem of its own. */
    private static <T> T orUnavailable(Supplier<T> question) {
        try {
            return question.get();
        } catch (IdentityUnavailable down) {
            throw AuthUnavailable.during("introspection", down.reason());
        } catch (FeignException failure) {
            throw AuthUnavailable.during("introspection", failure);
        }
    }

    private Optional<CachedIdentity<TokenOwner>> ask(String token, Freshness freshness) {
        return batcher.find(token, freshness, () -> askAlone(token, freshness));
    }

    private Optional<CachedIdentity<TokenOwner>> askAlone(String token, Freshness freshness) {
        try {
            return ownerIn(auth.introspect(new Token(token), freshness.cacheControl()));
        } catch (FeignException failure) {
            throw Unavailability.isShownBy(failure) ? IdentityUnavailable.because(failure) : failure;
        }
    }

    private Map<String, Optional<CachedIdentity<TokenOwner>>> askForMany(Set<String> tokens) {
        List<String> asked = List.copyOf(tokens);
        try {
            return LookupBatcher.byQuestion(
                    asked, auth.introspectMany(new Tokens(asked)).introspections(), TokenClient::ownerIn);
        } catch (FeignException failure) {
            if (Unavailability.isOfAll(failure)) {
                throw IdentityUnavailable.because(failure);
            }
            return Map.of();
        }
    }

    private static Optional<CachedIdentity<TokenOwner>> ownerIn(Introspection answer) {
        if (!answer.active() || answer.sub() == null || answer.exp() == null) {
            return Optional.empty();
        }
        TokenOwner owner = new TokenOwner(answer.sub(), answer.sid(), Instant.ofEpochSecond(answer.exp()));
        return Optional.of(new CachedIdentity<>(
                owner,
                owner.memberId(),
                answer.sid(),
                owner.tokenExpiresAt(),
                CachedIdentity.ageOf(answer.ageMillis())));
    }
}
