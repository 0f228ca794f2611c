package dev.haru.auth.session;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** For the other services: whose token is this? The answer has the names of RFC 7662. */
@RestController
class IntrospectionController {

    private final Sessions sessions;

    IntrospectionController(Sessions sessions) {
        this.sessions = sessions;
    }

    @PostMapping("/internal/tokens/introspect")
    Introspection introspect(@Valid @RequestBody IntrospectionForm form) {
        return sessions.introspect(form.token()).map(Introspection::of).orElse(Introspection.INACTIVE);
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record IntrospectionForm(@NotNull String token) {

        @Override
        public String toString() {
            return "IntrospectionForm[secret]";
        }
    }

    /**
     * Whether a token is good, and whose it is.
     *
     * @param sub the account's id, which is the member's
     * @param sid the session's id
     * @param exp when the token expires, in seconds since 1970
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Introspection(
            boolean active,
            @Nullable UUID sub,
            @Nullable UUID sid,
            @Nullable Long exp) {

        static final Introspection INACTIVE = new Introspection(false, null, null, null);

        static Introspection of(SignedIn signedIn) {
            return new Introspection(
                    true,
                    signedIn.accountId(),
                    signedIn.sessionId(),
                    signedIn.expiresAt().getEpochSecond());
        }
    }
}
