package dev.haru.platform.warmup;

import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;

/** The journey of a service, some of whose calls are made by somebody who is signed in. */
public interface UserWarmUpScenario extends WarmUpScenario {

    /** Who makes the signed-in calls: somebody who does not exist, with a fresh id. */
    OAuth2AuthenticatedPrincipal visitor();
}
