package dev.haru.gateway.warmup;

import dev.haru.platform.warmup.WarmUpCall;
import dev.haru.platform.warmup.WarmUpScenario;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/**
 * Practises what the gateway refuses itself, and the way to each service and back by somebody whom none of them knows.
 */
@Component
final class RoutesWarmUp implements WarmUpScenario {

    private static final String NOWHERE = "/v1/nowhere";

    private static final List<String> EACH_SERVICE = List.of("/v1/members/me", "/v1/schedules", "/v1/auth/sessions");

    private final AtomicInteger passes = new AtomicInteger();

    /** One service with each pass: such a call costs all of the way behind it, and some hundred of them are enough. */
    @Override
    public List<WarmUpCall> calls() {
        int service = Math.floorMod(passes.getAndIncrement(), EACH_SERVICE.size());
        return List.of(
                WarmUpCall.anonymousRead(NOWHERE, 404),
                WarmUpCall.strangersRead(EACH_SERVICE.get(service)),
                WarmUpCall.anonymousPost(NOWHERE, "{}", 404));
    }
}
