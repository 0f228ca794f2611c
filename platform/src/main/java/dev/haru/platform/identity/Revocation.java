package dev.haru.platform.identity;

import java.util.Optional;
import java.util.UUID;

/** A revocation or a profile change. Redis carries it as one line of text with its kind and ids, never with a token. */
sealed interface Revocation {

    /** All tokens of a session are revoked. */
    record SessionEnded(UUID sessionId) implements Revocation {}

    /** All sessions of an account are revoked, except one. */
    record OtherSessionsEnded(UUID accountId, UUID kept) implements Revocation {}

    /** All tokens of an account are revoked for good. */
    record AccountEnded(UUID accountId) implements Revocation {}

    /** The tokens remain valid; the cached data of their owner is stale. */
    record IdentityChanged(UUID accountId) implements Revocation {}

    default String text() {
        return switch (this) {
            case SessionEnded(UUID session) -> "session-ended " + session;
            case OtherSessionsEnded(UUID account, UUID kept) -> "other-sessions-ended " + account + " " + kept;
            case AccountEnded(UUID account) -> "account-ended " + account;
            case IdentityChanged(UUID account) -> "identity-changed " + account;
        };
    }

    /** Parses a message; empty for a kind that this version does not know. */
    static Optional<Revocation> parse(String text) {
        String[] words = text.split(" ", -1);
        try {
            return switch (words[0] + "/" + (words.length - 1)) {
                case "session-ended/1" -> Optional.of(new SessionEnded(UUID.fromString(words[1])));
                case "other-sessions-ended/2" ->
                    Optional.of(new OtherSessionsEnded(UUID.fromString(words[1]), UUID.fromString(words[2])));
                case "account-ended/1" -> Optional.of(new AccountEnded(UUID.fromString(words[1])));
                case "identity-changed/1" -> Optional.of(new IdentityChanged(UUID.fromString(words[1])));
                default -> Optional.empty();
            };
        } catch (IllegalArgumentException notAnId) {
            return Optional.empty();
        }
    }
}
