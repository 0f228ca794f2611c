package dev.haru.platform.warmup;

import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;

/** The journey of a service, some of whose calls are made by somebody who is signed in. */
public interface VisitorsJourney extends WarmUpJourney {

    /** Who makes the signed-in calls: somebody who does not exist, with a fresh id. */
    OAuth2AuthenticatedPrincipal visitor();
}
