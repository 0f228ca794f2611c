package dev.haru.auth.principal;

import java.util.Objects;
import java.util.UUID;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;

/** Reads the account and the session of an access token. */
public final class Caller {

    private Caller() {}

    public static UUID accountOf(OAuth2AuthenticatedPrincipal caller) {
        return UUID.fromString(caller.getName());
    }

    public static UUID sessionOf(OAuth2AuthenticatedPrincipal caller) {
        return Objects.requireNonNull(caller.<UUID>getAttribute("sid"), "a token has a session");
    }
}
