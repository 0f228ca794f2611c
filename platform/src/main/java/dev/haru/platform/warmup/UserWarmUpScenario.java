package dev.haru.platform.warmup;

import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;

/** A warm-up scenario with calls of a signed-in user. */
public interface UserWarmUpScenario extends WarmUpScenario {

    /** The principal of the signed-in calls: a user who does not exist, with a new id. */
    OAuth2AuthenticatedPrincipal warmUpUser();
}
