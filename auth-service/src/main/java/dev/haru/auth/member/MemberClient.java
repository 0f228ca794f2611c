package dev.haru.auth.member;

import feign.FeignException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Tells member-service about accounts. Both calls may be repeated: an older account version changes nothing. */
@Component
public class MemberClient {

    private final MemberApi api;

    MemberClient(MemberApi api) {
        this.api = api;
    }

    /** Makes the profile of a new account. */
    public Delivery join(UUID id, String nickname, @Nullable String email, String regionName, long accountVersion) {
        return deliver(() -> api.put(id, new MemberApi.Profile(nickname, email, regionName, accountVersion)));
    }

    /** Changes the nickname and e-mail address that a profile shows. */
    public Delivery identify(UUID id, String nickname, @Nullable String email, long accountVersion) {
        return deliver(() -> api.put(id, new MemberApi.Identifiers(nickname, email, accountVersion)));
    }

    private static Delivery deliver(Runnable call) {
        try {
            call.run();
            return Delivery.DONE;
        } catch (FeignException.FeignClientException refused) {
            return Delivery.REFUSED;
        } catch (FeignException unreachable) {
            return Delivery.UNREACHABLE;
        }
    }

    /** How a call went. */
    public enum Delivery {
        /** The neighbour has it. */
        DONE,
        /** The neighbour answered that it will not have it: the same call will fail again. */
        REFUSED,
        /** No answer, or one that says try again. */
        UNREACHABLE
    }
}
