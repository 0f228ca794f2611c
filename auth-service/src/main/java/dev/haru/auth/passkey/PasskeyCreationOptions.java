package dev.haru.auth.passkey;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * Options for {@code navigator.credentials.create}, which {@code PublicKeyCredential.parseCreationOptionsFromJSON}
 * reads (WebAuthn Level 3).
 *
 * @param challenge valid once
 * @param timeout how long the challenge is valid, in milliseconds
 * @param excludeCredentials the passkeys of the account; their authenticators make no second one
 */
record PasskeyCreationOptions(
        PasskeyRelyingParty rp,
        PasskeyUser user,
        String challenge,
        List<PasskeyAlgorithm> pubKeyCredParams,
        long timeout,
        List<PasskeyDescriptor> excludeCredentials,
        PasskeySelection authenticatorSelection,
        @Schema(allowableValues = "none") String attestation) {

    static PasskeyCreationOptions of(
            PasskeyProperties properties, PasskeyUser user, byte[] challenge, List<Passkey> registered) {
        return new PasskeyCreationOptions(
                new PasskeyRelyingParty(properties.rpId(), properties.name()),
                user,
                Base64Url.encode(challenge),
                RelyingParty.ALGORITHMS.stream()
                        .map(algorithm -> new PasskeyAlgorithm(
                                "public-key", (int) algorithm.getAlg().getValue()))
                        .toList(),
                properties.life().toMillis(),
                registered.stream().map(PasskeyDescriptor::of).toList(),
                new PasskeySelection("required", true, "required"),
                "none");
    }

    record PasskeyRelyingParty(String id, String name) {}

    /**
     * The member, as the authenticator shows the passkey.
     *
     * @param id the user handle, base64url
     */
    record PasskeyUser(String id, String name, String displayName) {}

    /**
     * A signature algorithm.
     *
     * @param alg its number in the COSE registry of IANA
     */
    record PasskeyAlgorithm(
            @Schema(allowableValues = "public-key") String type,
            @Schema(minimum = "-65535", maximum = "65535") int alg) {}

    /** Requires a passkey that the authenticator finds without a nickname, and that verifies its user. */
    record PasskeySelection(
            @Schema(allowableValues = "required") String residentKey,
            boolean requireResidentKey,
            @Schema(allowableValues = "required") String userVerification) {}
}
