package dev.haru.member.auth;

import dev.haru.member.auth.AuthApi.Introspection;
import dev.haru.member.auth.AuthApi.Token;
import dev.haru.platform.token.TokenFormat;
import feign.FeignException;
import java.time.Instant;
import java.util.Optional;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.stereotype.Component;

/**
 * Asks auth-service whose an access token is. Ends as a problem with status 503 when there is no answer within the
 * time-outs of {@code application.yml}.
 */
@Component
public class TokenClient implements OpaqueTokenIntrospector {

    private final AuthApi auth;

    TokenClient(AuthApi auth) {
        this.auth = auth;
    }

    /** The token's owner; nobody when it is malformed, unknown, expired or revoked. */
    public Optional<TokenOwner> ownerOf(String token) {
        if (!TokenFormat.isWellFormed(TokenFormat.ACCESS, token)) {
            return Optional.empty();
        }
        return ownerIn(introspected(token));
    }

    @Override
    public TokenOwner introspect(String token) {
        return ownerOf(token).orElseThrow(() -> new BadOpaqueTokenException("the access token is not active"));
    }

    private Introspection introspected(String token) {
        try {
            return auth.introspect(new Token(token));
        } catch (FeignException failure) {
            throw AuthUnavailable.during("introspection", failure);
        }
    }

    private static Optional<TokenOwner> ownerIn(Introspection answer) {
        return answer.active() && answer.sub() != null && answer.exp() != null
                ? Optional.of(new TokenOwner(answer.sub(), Instant.ofEpochSecond(answer.exp())))
                : Optional.empty();
    }
}
