package dev.haru.auth.account;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.haru.auth.event.Origin;
import dev.haru.platform.security.InternalCall;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** For member-service, where members change their profile. */
@RestController
class IdentifiersController {

    private final Identification identification;

    IdentifiersController(Identification identification) {
        this.identification = identification;
    }

    @InternalCall(client = "member-service")
    @PutMapping("/internal/accounts/{id}/identifiers")
    IdentifiersResponse put(@PathVariable UUID id, @Valid @RequestBody IdentifiersForm form) {
        return new IdentifiersResponse(
                identification.identify(id, Nickname.of(form.nickname()), form.email(), form.origin()));
    }

    /**
     * What the account is to be known by, and the member's call that asks for it.
     *
     * @param sessionId the session of the call; without one, as member-service of the release before sends it, no
     *     change has a fresh proof
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record IdentifiersForm(
            @NotNull @NicknameForm String nickname,

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
