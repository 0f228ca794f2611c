package dev.haru.auth.guard;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Registers all counters of the login guard with the value 0. Otherwise an alert on an increase would miss the first
 * event.
 */
@Component
class LoginGuardMetrics implements MeterBinder {

    private static final List<String> DECISIONS =
            List.of("open", "solved", "known-device", "challenge", "refused", "refused-in-queue", "sign-up-challenge");

    @Override
    public void bindTo(MeterRegistry meters) {
        for (String decision : DECISIONS) {
            Counter.builder("haru.login.guard.decisions")
                    .description("Sign-in attempts by decision of the login guard")
                    .tag("decision", decision)
                    .register(meters);
        }
        Counter.builder("haru.login.guard.blocks")
                .description("Addresses blocked for too many wrong passwords")
                .register(meters);
        Counter.builder("haru.login.guard.local.fallback")
                .description("Failed calls to Redis after which the local fallback applied")
                .register(meters);
    }
}
