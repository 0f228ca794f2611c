package dev.haru.schedule.member;

import feign.FeignException;
import feign.codec.DecodeException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Asks member-service whose access token it is. Holds no database connection while it waits. */
@Component
class MemberClient {

    private static final Logger log = LoggerFactory.getLogger(MemberClient.class);

    private final MemberApi api;
    private final JsonMapper json;

    MemberClient(MemberApi api, JsonMapper json) {
        this.api = api;
        this.json = json;
    }

    /**
     * The member to whom the token belongs; empty when it is nobody's, or no longer.
     *
     * @throws MemberUnknownYet when the profile has not arrived yet, or nobody can say right now
     */
    Optional<Member> byAccessToken(String token) {
        try {
            return Optional.of(api.byAccessToken("Bearer " + token));
        } catch (FeignException.Unauthorized _) {
            return Optional.empty();
        } catch (FeignException.ServiceUnavailable notNow) {
            throw MemberUnknownYet.PROFILE_NOT_READY.equals(codeOf(notNow))
                    ? MemberUnknownYet.profileNotReady()
                    : unavailable(notNow);
        } catch (FeignException failure) {
            throw unavailable(failure);
        }
    }

    private static MemberUnknownYet unavailable(FeignException failure) {
        // Not the exception's message: it quotes the answer's body.
        log.warn("member-service is unavailable: {}", reason(failure));
        return MemberUnknownYet.serviceUnavailable();
    }

    private static String reason(FeignException failure) {
        if (failure instanceof DecodeException) {
            return "unreadable answer";
        }
        return failure.status() > 0 ? "status " + failure.status() : String.valueOf(failure.getCause());
    }

    private @Nullable String codeOf(FeignException problem) {
        try {
            return json.readTree(problem.contentUTF8()).path("code").asString(null);
        } catch (JacksonException notAProblem) {
            return null;
        }
    }
}
