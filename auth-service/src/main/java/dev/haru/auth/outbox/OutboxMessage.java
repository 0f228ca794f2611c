package dev.haru.auth.outbox;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/** An account change for the upstream services. It is stored as JSON, so the JSON names are part of the schema. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = OutboxMessage.Registered.class, name = "joined"),
    @JsonSubTypes.Type(value = OutboxMessage.IdentifiersChanged.class, name = "identified"),
    @JsonSubTypes.Type(value = OutboxMessage.Erased.class, name = "erased")
})
public sealed interface OutboxMessage {

    /** An account was registered. */
    record Registered(String nickname, @Nullable String email, String regionName, long accountVersion)
            implements OutboxMessage {}

    /** The nickname or the e-mail address of the account has changed. */
    record IdentifiersChanged(String nickname, @Nullable String email, long accountVersion) implements OutboxMessage {}

    /** The owner has erased the account; the other services must erase the member's data. */
    record Erased() implements OutboxMessage {}
}
