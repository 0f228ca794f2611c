package dev.haru.auth.outbox;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An account change for the upstream services. It is stored as JSON, so the JSON names are part of the schema. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = OutboxMessage.Registered.class, name = OutboxMessage.REGISTERED),
    @JsonSubTypes.Type(value = OutboxMessage.IdentifiersChanged.class, name = OutboxMessage.IDENTIFIERS_CHANGED),
    @JsonSubTypes.Type(value = OutboxMessage.StateChanged.class, name = OutboxMessage.STATE_CHANGED),
    @JsonSubTypes.Type(value = OutboxMessage.FeedEnded.class, name = OutboxMessage.FEED_ENDED),
    @JsonSubTypes.Type(value = OutboxMessage.Erased.class, name = OutboxMessage.ERASED)
})
public sealed interface OutboxMessage {

    String REGISTERED = "joined";
    String IDENTIFIERS_CHANGED = "identified";
    String STATE_CHANGED = "state";
    String FEED_ENDED = "feed-ended";
    String ERASED = "erased";

    /** Returns the JSON name. */
    default String kind() {
        return switch (this) {
            case Registered _ -> REGISTERED;
            case IdentifiersChanged _ -> IDENTIFIERS_CHANGED;
            case StateChanged _ -> STATE_CHANGED;
            case FeedEnded _ -> FEED_ENDED;
            case Erased _ -> ERASED;
        };
    }

    /** An account was registered. */
    record Registered(String nickname, @Nullable String email, String regionName, long accountVersion)
            implements OutboxMessage {}

    /** The nickname or the e-mail address of the account has changed. */
    record IdentifiersChanged(String nickname, @Nullable String email, long accountVersion) implements OutboxMessage {}

    /** An operator has disabled or enabled the account. */
    record StateChanged(boolean disabled) implements OutboxMessage {}

    /** All sessions of the account have ended, and with them the feed that one of them has created until then. */
    record FeedEnded(Instant createdUntil) implements OutboxMessage {}

    /** The owner has erased the account; the other services must erase the member's data. */
    record Erased() implements OutboxMessage {}
}
