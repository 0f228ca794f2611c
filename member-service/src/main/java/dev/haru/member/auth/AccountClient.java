package dev.haru.member.auth;

import dev.haru.member.auth.IdentifiersRefused.Reason;
import dev.haru.platform.problem.ProblemException;
import feign.FeignException;
import java.util.Set;
import java.util.UUID;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Changes an account at auth-service, which alone knows whether a nickname or an e-mail address is free. */
@Component
public class AccountClient {

    /** What the member can do something about; any other refusal is a fault between the services. */
    private static final Set<Integer> FOR_THE_MEMBER = Set.of(400, 409);

    private final AuthApi auth;
    private final JsonMapper json;

    AccountClient(AuthApi auth, JsonMapper json) {
        this.auth = auth;
        this.json = json;
    }

    /**
     * The account's version with these identifiers. Ends as the problem of auth-service when it refuses them, or as one
     * with status 503, and then the change may have happened.
     */
    public long identify(UUID id, Identifiers identifiers) {
        try {
            return auth.identify(id, identifiers).accountVersion();
        } catch (FeignException failure) {
            throw problemOf(failure);
        }
    }

    private ProblemException problemOf(FeignException failure) {
        if (FOR_THE_MEMBER.contains(failure.status())) {
            try {
                return IdentifiersRefused.with(failure.status(), json.readValue(failure.contentUTF8(), Reason.class));
            } catch (JacksonException notAProblem) {
                failure.addSuppressed(notAProblem);
            }
        }
        return AuthUnavailable.during("change of identifiers", failure);
    }
}
