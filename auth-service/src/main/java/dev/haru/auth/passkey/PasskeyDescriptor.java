package dev.haru.auth.passkey;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * Names a passkey in the options of a ceremony (WebAuthn Level 3, PublicKeyCredentialDescriptorJSON).
 *
 * @param id the credential ID, base64url
 * @param transports how clients can reach the authenticator
 */
record PasskeyDescriptor(
        @Schema(allowableValues = "public-key") String type, String id, List<String> transports) {

    static PasskeyDescriptor of(Passkey passkey) {
        return new PasskeyDescriptor("public-key", Base64Url.encode(passkey.credentialId()), passkey.transports());
    }
}
