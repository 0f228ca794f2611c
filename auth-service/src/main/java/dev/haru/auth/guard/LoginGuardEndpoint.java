package dev.haru.auth.guard;

import dev.haru.auth.account.Accounts;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.stereotype.Component;

/**
 * For operators, on the management port: why is this address or account refused, and let it in again. {@code GET
 * /actuator/loginguard?address=…&nickname=…} and {@code DELETE} of the same.
 */
@Component
@Endpoint(id = "loginguard")
class LoginGuardEndpoint {

    private final LoginGuard guard;
    private final LoginGuardProperties properties;

    LoginGuardEndpoint(LoginGuard guard, LoginGuardProperties properties) {
        this.guard = guard;
        this.properties = properties;
    }

    @ReadOperation
    Explanation explain(@Nullable String address, @Nullable String nickname) {
        Counts counts = guard.look(address, keyOf(nickname));
        Map<String, Failures> failures = new TreeMap<>();
        Limits limits = Limits.of(properties, 1);
        counts.byCounter()
                .forEach((counter, count) -> failures.put(
                        counter.name().toLowerCase(Locale.ROOT),
                        new Failures(
                                count.failures(),
                                limits.suspicious().getOrDefault(counter, 0),
                                limits.hostile().getOrDefault(counter, 0))));
        return new Explanation(counts.blockedUntil(), failures);
    }

    @DeleteOperation
    void unblock(@Nullable String address, @Nullable String nickname) {
        guard.unblock(address, keyOf(nickname));
    }

    private static @Nullable String keyOf(@Nullable String nickname) {
        return nickname == null ? null : Accounts.keyOf(nickname);
    }

    /** Why somebody is refused: a block of the address, or failures in the last window against their limits. */
    record Explanation(@Nullable Instant addressBlockedUntil, Map<String, Failures> failures) {}

    /** Failures, and from how many on a challenge is asked for and attempts are refused. */
    record Failures(int now, int challengeFrom, int refusedFrom) {}
}
