package dev.haru.auth.operator;

import dev.haru.auth.principal.Caller;
import java.util.UUID;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;

/** The account and the session of a request to {@code /v1/admin}. */
record Operator(UUID account, UUID session) {

    static Operator of(OAuth2AuthenticatedPrincipal caller) {
        return new Operator(Caller.accountOf(caller), Caller.sessionOf(caller));
    }
}
