package dev.haru.platform.security;

import dev.haru.platform.token.TokenFormat;
import dev.haru.platform.warmup.UserWarmUpScenario;
import dev.haru.platform.warmup.WarmUpContext;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;

/**
 * The introspection of a service. Accepts the token of the warm-up user, too. Keeps the reason of a failed token check:
 * the token may be valid, so the response must not be 401. Refuses a personal access token without scopes, which would
 * permit every call.
 */
final class TokenCheck implements OpaqueTokenIntrospector {

    private final OpaqueTokenIntrospector introspector;
    private final ObjectProvider<UserWarmUpScenario> scenario;

    TokenCheck(OpaqueTokenIntrospector introspector, ObjectProvider<UserWarmUpScenario> scenario) {
        this.introspector = introspector;
        this.scenario = scenario;
    }

    @Override
    public OAuth2AuthenticatedPrincipal introspect(String token) {
        if (WarmUpContext.isWarmUpUser(token)) {
            return scenario.getObject().warmUpUser();
        }
        try {
            OAuth2AuthenticatedPrincipal member = introspector.introspect(token);
            if (TokenFormat.isPersonal(token) && !hasScopes(member)) {
                throw new BadOpaqueTokenException("a personal access token without scopes");
            }
            return member;
        } catch (AuthenticationException | BadOpaqueTokenException refused) {
            throw refused;
        } catch (RuntimeException failure) {
            throw new AuthenticationServiceException("cannot check the token", failure);
        }
    }

    private static boolean hasScopes(OAuth2AuthenticatedPrincipal member) {
        return member instanceof ScopedPrincipal scoped && !scoped.scopes().ofSession();
    }
}
