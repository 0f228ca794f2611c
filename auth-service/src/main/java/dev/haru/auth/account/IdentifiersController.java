package dev.haru.auth.account;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.haru.auth.event.Origin;
import dev.haru.platform.security.InternalCall;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Serves member-service, through which members change their nickname and e-mail address. */
@RestController
class IdentifiersController {

    private final IdentifierUpdate identifiers;

    IdentifiersController(IdentifierUpdate identifiers) {
        this.identifiers = identifiers;
    }

    @InternalCall(client = "member-service")
    @PutMapping("/internal/accounts/{id}/identifiers")
    IdentifiersResponse put(@PathVariable UUID id, @Valid @RequestBody IdentifiersForm form, Locale locale) {
        return new IdentifiersResponse(identifiers.update(
                id, Nickname.of(form.nickname()), form.email(), form.origin(), locale.getLanguage()));
    }

    /**
     * The new identifiers of the account, and the origin of the member's request.
     *
     * @param sessionId the session of the member's request; null from the previous release of member-service, whose
     *     changes are refused because they have no fresh proof
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record IdentifiersForm(
            @NotNull @Size(max = Nickname.LONGEST) String nickname,

            @Email(regexp = ".+@.+\\..+") @Size(max = 254) @Nullable String email,

            @Nullable UUID sessionId,

            @Size(max = 64) @Nullable String address,

            @Size(max = 200) @Nullable String userAgent) {

        Origin origin() {
            return new Origin(address == null ? "" : address, userAgent, sessionId);
        }
    }

    record IdentifiersResponse(long accountVersion) {}
}
