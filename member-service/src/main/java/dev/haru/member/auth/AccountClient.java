package dev.haru.member.auth;

import dev.haru.member.auth.AuthApi.IdentifiersChange;
import dev.haru.member.auth.IdentifiersRefused.Reason;
import dev.haru.platform.problem.ProblemException;
import feign.FeignException;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Changes an account at auth-service, which alone knows whether a nickname or an e-mail address is free. */
@Component
public class AccountClient {

    /** What the member can do something about; any other refusal is a fault between the services. */
    private static final Set<Integer> FOR_THE_MEMBER = Set.of(400, 409);

    /** The one 403 that is for the member; any other one says that the services do not know each other. */
    private static final String CONFIRMATION_REQUIRED = "confirmation-required";

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
    public long identify(MemberCall call, Identifiers identifiers) {
        IdentifiersChange change = new IdentifiersChange(
                identifiers.nickname(), identifiers.email(), call.sessionId(), call.address(), call.userAgent());
        try {
            return auth.identify(call.memberId(), change).accountVersion();
        } catch (FeignException failure) {
            throw problemOf(failure);
        }
    }

    private ProblemException problemOf(FeignException failure) {
        if (FOR_THE_MEMBER.contains(failure.status()) || failure.status() == HttpStatus.FORBIDDEN.value()) {
            try {
                Reason reason = json.readValue(failure.contentUTF8(), Reason.class);
                if (FOR_THE_MEMBER.contains(failure.status()) || CONFIRMATION_REQUIRED.equals(reason.code())) {
                    return IdentifiersRefused.with(failure.status(), reason);
                }
            } catch (JacksonException notAProblem) {
                failure.addSuppressed(notAProblem);
            }
        }
        return AuthUnavailable.during("change of identifiers", failure);
    }
}
