package dev.haru.gateway.warmup;

import dev.haru.platform.warmup.WarmUpCall;
import dev.haru.platform.warmup.WarmUpJourney;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Practises what the gateway refuses itself, and the way to each service and back by somebody whom none of them knows.
 */
@Component
final class RoutesWarmUp implements WarmUpJourney {

    private static final String NOWHERE = "/v1/nowhere";

    @Override
    public List<WarmUpCall> calls() {
        return List.of(
                WarmUpCall.anonymousRead(NOWHERE, 404),
                WarmUpCall.strangersRead("/v1/members/me"),
                WarmUpCall.anonymousPost(NOWHERE, "{}", 404),
                WarmUpCall.strangersRead("/v1/schedules"),
                WarmUpCall.strangersRead("/v1/auth/sessions"));
    }
}
