package dev.haru.auth.outbox;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
        Instant now = clock.instant();
        failures.merge(
                service,
                new Failure(account, now, null),
                (last, _) -> new Failure(account, now, isSecondAccount(last, account, now) ? now : last.shownAt()));
    }

    void succeeded(Receiver service) {
        Failure last = failures.remove(service);
        if (last != null && last.shownAt() != null) {
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
        Instant now = clock.instant();
        return failures.entrySet().stream()
                .filter(entry -> counts(entry.getValue().shownAt(), now))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private boolean isSecondAccount(Failure last, UUID account, Instant now) {
        return counts(last.at(), now) && !last.account().equals(account);
    }

    private boolean counts(@Nullable Instant failedAt, Instant now) {
        return failedAt != null && now.isBefore(failedAt.plus(silence));
    }

    /**
     * The last failure of a service since its last success.
     *
     * @param shownAt the last failure that followed a failure of another account; null if there was none. It stays
     *     until the next success, which ends the pauses of all messages, even if failures are rarer than they count
     */
    private record Failure(
            UUID account, Instant at, @Nullable Instant shownAt) {}
}
