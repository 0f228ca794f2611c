package dev.haru.auth.outbox;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/** What the neighbours must learn of an account; stored as JSON with its kind, so the names are part of the schema. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Announcement.Joined.class, name = "joined"),
    @JsonSubTypes.Type(value = Announcement.Identified.class, name = "identified"),
    @JsonSubTypes.Type(value = Announcement.Erased.class, name = "erased")
})
public sealed interface Announcement {

    /** Somebody registered. */
    record Joined(String nickname, @Nullable String email, String regionName, long accountVersion)
            implements Announcement {}

    /** The account's nickname or e-mail address is another one now. */
    record Identified(String nickname, @Nullable String email, long accountVersion) implements Announcement {}

    /** The account's owner wants everything erased. */
    record Erased() implements Announcement {}
}
