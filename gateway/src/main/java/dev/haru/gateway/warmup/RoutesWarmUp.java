package dev.haru.gateway.warmup;

import dev.haru.platform.warmup.WarmUpCall;
import dev.haru.platform.warmup.WarmUpScenario;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/**
 * Warm-up calls for refusals by the gateway itself, and for the path to each service and back with an unknown access
 * token.
 */
@Component
final class RoutesWarmUp implements WarmUpScenario {

    private static final String UNKNOWN_PATH = "/v1/nowhere";

    private static final List<String> SERVICE_PATHS = List.of("/v1/members/me", "/v1/schedules", "/v1/auth/sessions");

    private final AtomicInteger passes = new AtomicInteger();

    /**
     * Each pass calls one service, in turn. Such a call also takes time in all services behind it, and a few hundred
     * suffice.
     */
    @Override
    public List<WarmUpCall> calls() {
        int service = Math.floorMod(passes.getAndIncrement(), SERVICE_PATHS.size());
        return List.of(
                WarmUpCall.anonymousRead(UNKNOWN_PATH, 404),
                WarmUpCall.readWithUnknownToken(SERVICE_PATHS.get(service)),
                WarmUpCall.anonymousPost(UNKNOWN_PATH, "{}", 404));
    }
}
