package dev.haru.member.auth;

import dev.haru.member.auth.AuthApi.IdentifiersChange;
import dev.haru.member.auth.IdentifiersRefused.Reason;
import dev.haru.platform.problem.ProblemException;
import feign.FeignException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Changes the identifiers of an account at auth-service. Only auth-service knows whether a nickname or an e-mail
 * address is free.
 */
@Component
public class AccountClient {

    /** Statuses of auth-service that the member can act on. Any other refusal is a fault between the services. */
    private static final Set<Integer> MEMBER_ERRORS = Set.of(400, 409);

    /**
     * The only codes of these statuses that the member can act on. Any other 403 means that auth-service rejects this
     * service.
     */
    private static final Map<Integer, String> MEMBER_CODES =
            Map.of(403, "confirmation-required", 429, "too-many-mails");

    private final AuthApi auth;
    private final JsonMapper json;

    AccountClient(AuthApi auth, JsonMapper json) {
        this.auth = auth;
        this.json = json;
    }

    /**
     * Changes the identifiers, and returns the new version of the account. If auth-service refuses the identifiers,
     * throws its problem. If auth-service gives no usable answer, throws a problem with status 503; the change may have
     * happened all the same.
     */
    public long changeIdentifiers(MemberCall call, Identifiers identifiers) {
        IdentifiersChange change = new IdentifiersChange(
                identifiers.nickname(), identifiers.email(), call.sessionId(), call.address(), call.userAgent());
        try {
            return auth.identify(call.memberId(), change, languageOfRequest()).accountVersion();
        } catch (FeignException failure) {
            throw problemOf(failure);
        }
    }

    /** The member receives the problem of auth-service, so it must be in the language of the member's request. */
    private static String languageOfRequest() {
        return LocaleContextHolder.getLocale().getLanguage();
    }

    private ProblemException problemOf(FeignException failure) {
        if (MEMBER_ERRORS.contains(failure.status()) || MEMBER_CODES.containsKey(failure.status())) {
            try {
                Reason reason = json.readValue(failure.contentUTF8(), Reason.class);
                if (MEMBER_ERRORS.contains(failure.status())
                        || Objects.equals(reason.code(), MEMBER_CODES.get(failure.status()))) {
                    return IdentifiersRefused.with(failure.status(), reason, retryAfterOf(failure));
                }
            } catch (JacksonException notAProblem) {
                failure.addSuppressed(notAProblem);
            }
        }
        return AuthUnavailable.during("change of identifiers", failure);
    }

    private static @Nullable String retryAfterOf(FeignException failure) {
        return failure.responseHeaders().getOrDefault(HttpHeaders.RETRY_AFTER, Set.of()).stream()
                .findFirst()
                .orElse(null);
    }
}
