package dev.haru.member.profile;

import dev.haru.member.auth.Identifiers;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A profile as the database returns it.
 *
 * @param timeZone the time zone of the member, or by default that of the region
 */
record Profile(
        UUID memberId,
        String nickname,
        @Nullable String email,
        String regionName,
        String timeZone,
        Instant createdAt,
        Instant updatedAt,
        long version) {

    Identifiers identifiers() {
        return new Identifiers(nickname, email);
    }
}
