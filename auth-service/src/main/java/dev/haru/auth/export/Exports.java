package dev.haru.auth.export;

import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.export.ExportStore.Usage;
import dev.haru.auth.proof.FreshProofs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Begins, finds and discards the exports of an account. */
@Component
public class Exports {

    private static final Duration DAY = Duration.ofDays(1);

    /** When a client should repeat a request that found too many exports of all accounts. */
    private static final Duration SATURATED_PAUSE = Duration.ofMinutes(5);

    private final ExportStore store;
    private final FreshProofs proofs;
    private final SecurityEvents events;
    private final ExportProperties properties;
    private final Clock clock;

    Exports(ExportStore store, FreshProofs proofs, SecurityEvents events, ExportProperties properties, Clock clock) {
        this.store = store;
        this.proofs = proofs;
        this.events = events;
        this.properties = properties;
        this.clock = clock;
    }

    /**
     * Begins an export. If one is being gathered already, returns that one. Throws the 403 problem of
     * {@link FreshProofs}, the 429 problem at the daily limit of the account, and the 503 problem at the limits of all
     * accounts.
     */
    @Transactional
    Export request(UUID account, UUID session, Origin origin) {
        store.lock(account);
        proofs.require(account, session);
        return store.pending(account).orElseGet(() -> begin(account, origin));
    }

    private Export begin(UUID account, Origin origin) {
        Instant now = clock.instant();
        store.oldestOfLatest(account, properties.daily(), now.minus(DAY)).ifPresent(oldest -> {
            throw ExportProblem.tooMany(properties.daily(), Duration.between(now, oldest.plus(DAY)));
        });
        Usage usage = store.usage();
        if (usage.pending() >= properties.maxPending()
                || usage.storedBytes() >= properties.maxStored().toBytes()) {
            throw ExportProblem.saturated(SATURATED_PAUSE);
        }
        events.append(account, Kind.DATA_EXPORTED, origin);
        return store.add(account, now);
    }

    /** Finds an export of the account that has not expired. */
    Optional<Export> find(UUID account, UUID id) {
        return store.find(account, id, clock.instant());
    }

    /** Deletes all exports of an account, in the transaction of its erasure. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void discard(UUID account) {
        store.deleteAllOf(account);
    }
}
