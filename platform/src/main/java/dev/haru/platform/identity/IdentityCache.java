package dev.haru.platform.identity;

import java.util.Optional;

/**
 * Remembers whose token it is. An answer is used for as long as the token lives, nobody revoked it, and it is not older
 * than {@code haru.identity.time-to-live}, counted from when it was read in the database and not from when it came
 * here; while the neighbour cannot answer, up to {@code haru.identity.stale-if-error}. Those who ask for the same token
 * at once share one look-up.
 */
public final class IdentityCache<V> {

    private final boolean enabled;
    private final Answers<TokenHash, V> answers;

    IdentityCache(boolean enabled, Answers<TokenHash, V> answers) {
        this.enabled = enabled;
        this.answers = answers;
    }

    /**
     * The owner of a token; nobody when it is unknown, expired or revoked. What the look-up throws is thrown to all who
     * wait for it, so it must be nothing that a request writes to, and is not remembered.
     *
     * @throws IdentityUnavailable when nobody can say, and nothing that was good of late is remembered
     */
    public Optional<Identified<V>> find(String token, Freshness freshness, Lookup<V> lookup) {
        return enabled ? answers.find(TokenHash.of(token), freshness, lookup) : lookup.find(freshness);
    }
}
