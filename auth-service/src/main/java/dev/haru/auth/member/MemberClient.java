package dev.haru.auth.member;

import dev.haru.auth.delivery.Delivery;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Tells member-service about accounts. Each call may be repeated: an older account version changes nothing. */
@Component
public class MemberClient {

    private final MemberApi api;

    MemberClient(MemberApi api) {
        this.api = api;
    }

    /** Makes the profile of a new account. */
    public Delivery join(UUID id, String nickname, @Nullable String email, String regionName, long accountVersion) {
        return Delivery.of(() -> api.put(id, new MemberApi.Profile(nickname, email, regionName, accountVersion)));
    }

    /** Changes the nickname and e-mail address that a profile shows. */
    public Delivery identify(UUID id, String nickname, @Nullable String email, long accountVersion) {
        return Delivery.of(() -> api.put(id, new MemberApi.Identifiers(nickname, email, accountVersion)));
    }

    /** Erases a profile. */
    public Delivery erase(UUID id) {
        return Delivery.of(() -> api.delete(id));
    }
}
