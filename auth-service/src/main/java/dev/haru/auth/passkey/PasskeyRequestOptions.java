package dev.haru.auth.passkey;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * Options for {@code navigator.credentials.get}, which {@code PublicKeyCredential.parseRequestOptionsFromJSON} reads
 * (WebAuthn Level 3).
 *
 * @param challenge valid once
 * @param timeout how long the challenge is valid, in milliseconds
 * @param allowCredentials the passkeys of the account; empty in a sign-in, which finds the account by its passkey
 */
record PasskeyRequestOptions(
        String challenge,
        long timeout,
        String rpId,
        List<PasskeyDescriptor> allowCredentials,
        @Schema(allowableValues = "required") String userVerification) {

    static PasskeyRequestOptions of(PasskeyProperties properties, byte[] challenge, List<Passkey> allowed) {
        return new PasskeyRequestOptions(
                Base64Url.encode(challenge),
                properties.life().toMillis(),
                properties.rpId(),
                allowed.stream().map(PasskeyDescriptor::of).toList(),
                "required");
    }
}
