package dev.haru.auth.passkey;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A new credential, as {@code PublicKeyCredential.toJSON()} returns it in a browser (WebAuthn Level 3,
 * RegistrationResponseJSON). All other members are ignored, because browsers add some.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record AttestationCredential(@NotNull @Valid AttestationResponse response) {

    @Override
    public String toString() {
        return "AttestationCredential[secret]";
    }

    /**
     * The response of the authenticator.
     *
     * @param clientDataJSON base64url
     * @param attestationObject base64url
     * @param transports how clients can reach the authenticator, for later requests
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record AttestationResponse(
            @NotNull @Size(max = 4096) String clientDataJSON,
            @NotNull @Size(max = 8192) String attestationObject,
            @Size(max = 10) @Nullable List<@NotNull @Size(max = 32) String> transports) {}
}
