package dev.haru.auth.outbox;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Concludes which upstream services are unreachable. The calls for two different accounts must fail one after another:
 * the calls for one account also fail while an upstream service cannot change the rows of this account.
 */
final class Reachability {

    private final Clock clock;
    private final Duration silence;
    private final Map<Receiver, Failure> failures = new ConcurrentHashMap<>();
    private final Set<Receiver> recovered = ConcurrentHashMap.newKeySet();

    /**
     * Creates a state without failures.
     *
     * @param silence how long a failure counts
     */
    Reachability(Clock clock, Duration silence) {
        this.clock = clock;
        this.silence = silence;
    }

    void failed(Receiver service, UUID account) {
        Instant until = clock.instant().plus(silence);
        failures.merge(
                service,
                new Failure(account, until, false),
                (last, _) -> new Failure(
                        account,
                        until,
                        counts(last) && (last.isUnreachable() || !last.account().equals(account))));
    }

    void succeeded(Receiver service) {
        Failure last = failures.remove(service);
        if (last != null && last.isUnreachable()) {
            recovered.add(service);
        }
    }

    /** The services whose outage has ended, until {@link #resumed}. */
    Set<Receiver> recovered() {
        return recovered;
    }

    /** The pauses of the service's messages have ended. */
    void resumed(Receiver service) {
        recovered.remove(service);
    }

    Set<Receiver> unreachable() {
        return failures.entrySet().stream()
                .filter(entry -> entry.getValue().isUnreachable() && counts(entry.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private boolean counts(Failure failure) {
        return clock.instant().isBefore(failure.until());
    }

    /** The last failure of a service since its last success. */
    private record Failure(UUID account, Instant until, boolean isUnreachable) {}
}
