package dev.haru.auth.member;

import dev.haru.auth.delivery.DataPage;
import dev.haru.auth.delivery.DataUnavailable;
import dev.haru.auth.delivery.Delivery;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Delivers account changes to member-service, and reads profiles. Each call can be repeated: an older version changes
 * nothing.
 */
@Component
public class MemberClient {

    private final MemberApi api;

    MemberClient(MemberApi api) {
        this.api = api;
    }

    /** Creates the profile of a new account. */
    public Delivery createProfile(
            UUID id, String nickname, @Nullable String email, String regionName, long accountVersion) {
        return Delivery.of(() -> api.put(id, new MemberApi.Profile(nickname, email, regionName, accountVersion)));
    }

    /** Updates the nickname and the e-mail address of a profile. */
    public Delivery updateIdentifiers(UUID id, String nickname, @Nullable String email, long accountVersion) {
        return Delivery.of(() -> api.put(id, new MemberApi.Identifiers(nickname, email, accountVersion)));
    }

    /** Erases a profile. */
    public Delivery eraseProfile(UUID id) {
        return Delivery.of(() -> api.delete(id));
    }

    /** Returns the profile as the only item of a page. Throws {@link DataUnavailable}, also before its creation. */
    public DataPage profile(UUID id) {
        return DataUnavailable.orElse("member-service", () -> api.readProfile(id));
    }
}
