package dev.haru.auth.passkey;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A signed challenge, as {@code PublicKeyCredential.toJSON()} returns it in a browser (WebAuthn Level 3,
 * AuthenticationResponseJSON). All other members are ignored, because browsers add some.
 *
 * @param id the credential ID, base64url
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record AssertionCredential(
        @NotNull @Size(max = 1364) String id,
        @NotNull @Valid AssertionResponse response) {

    @Override
    public String toString() {
        return "AssertionCredential[secret]";
    }

    /**
     * The response of the authenticator; all members are base64url.
     *
     * @param userHandle the account; discoverable credentials return it
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record AssertionResponse(
            @NotNull @Size(max = 4096) String clientDataJSON,
            @NotNull @Size(max = 4096) String authenticatorData,
            @NotNull @Size(max = 2048) String signature,
            @Size(max = 88) @Nullable String userHandle) {}
}
