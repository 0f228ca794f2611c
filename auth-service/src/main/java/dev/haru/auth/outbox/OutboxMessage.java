package dev.haru.auth.outbox;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/** What the neighbours must learn of an account; stored as JSON with its kind, so the names are part of the schema. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = OutboxMessage.Joined.class, name = "joined"),
    @JsonSubTypes.Type(value = OutboxMessage.CachedIdentity.class, name = "identified"),
    @JsonSubTypes.Type(value = OutboxMessage.Erased.class, name = "erased")
})
public sealed interface OutboxMessage {

    /** Somebody registered. */
    record Joined(String nickname, @Nullable String email, String regionName, long accountVersion)
            implements OutboxMessage {}

    /** The account's nickname or e-mail address is another one now. */
    record CachedIdentity(String nickname, @Nullable String email, long accountVersion) implements OutboxMessage {}

    /** The account's owner wants everything erased. */
    record Erased() implements OutboxMessage {}
}
