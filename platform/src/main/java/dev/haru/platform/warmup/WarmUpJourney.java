package dev.haru.platform.warmup;

import java.util.List;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;

/** What a service practises before it is ready: its main calls, none of which changes anything. */
public interface WarmUpJourney {

    /** Who makes the signed-in calls: somebody who does not exist, with a fresh id. */
    OAuth2AuthenticatedPrincipal visitor();

    /** The calls of one pass, in order; each pass asks anew. */
    List<WarmUpCall> calls();

    /** What no call reaches without changing anything; before the calls of each pass, those that the time limit cuts, too. */
    default void practise() {}
}
