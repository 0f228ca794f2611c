package dev.haru.auth.personaltoken;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.identity.Freshness;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Finds the personal access tokens of requests that no cache answers, and records their use. */
@Component
public class PersonalTokenLookup {

    private final PersonalTokenStore store;
    private final PersonalTokenUses uses;
    private final ReplicaRouting reads;
    private final Clock clock;

    PersonalTokenLookup(PersonalTokenStore store, PersonalTokenUses uses, ReplicaRouting reads, Clock clock) {
        this.store = store;
        this.uses = uses;
        this.reads = reads;
        this.clock = clock;
    }

    /**
     * Returns the token with this value; empty if it is unknown, expired or revoked. The replica may lack a new token,
     * and may still have one that was just revoked.
     */
    public Optional<PersonalToken> find(String value, Freshness freshness) {
        Instant now = clock.instant();
        Supplier<Optional<PersonalToken>> query = () -> store.find(value, now);
        Optional<PersonalToken> found = freshness == Freshness.FRESH
                ? ReplicaRouting.fromPrimary(query)
                : reads.find(query, PersonalToken::accountId);
        found.ifPresent(token -> uses.record(token, now));
        return found;
    }

    /** Returns those of the values that are valid, with their tokens. */
    public Map<String, PersonalToken> findAll(Set<String> values) {
        Instant now = clock.instant();
        Map<String, PersonalToken> found =
                reads.findAll(values, wanted -> store.findAll(wanted, now), PersonalToken::accountId);
        found.values().forEach(token -> uses.record(token, now));
        return found;
    }
}
