package dev.haru.auth.passkey;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.AttestedCredentialDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.AuthenticationRequest;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.RegistrationRequest;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.authenticator.AuthenticatorData;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.client.CollectedClientData;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import com.webauthn4j.verifier.exception.BadOriginException;
import com.webauthn4j.verifier.exception.MaliciousCounterValueException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Reads and verifies the responses of authenticators by WebAuthn4J (WebAuthn Level 3, sections 7.1 and 7.2). User
 * verification is always required.
 *
 * <p>Longer than 120 lines because it keeps all uses of the library together.
 */
@Component
class RelyingParty {

    /** The offered algorithms, the preferred one first. */
    static final List<PublicKeyCredentialParameters> ALGORITHMS = Stream.of(
                    COSEAlgorithmIdentifier.ES256, COSEAlgorithmIdentifier.EdDSA, COSEAlgorithmIdentifier.RS256)
            .map(algorithm -> new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, algorithm))
            .toList();

    private static final Logger log = LoggerFactory.getLogger(RelyingParty.class);

    /** Hints of WebAuthn Level 3; another text from a client is not stored. */
    private static final Set<String> TRANSPORTS = Set.of("ble", "hybrid", "internal", "nfc", "smart-card", "usb");

    private final PasskeyProperties properties;
    private final Set<Origin> origins;
    private final ObjectConverter converter = new ObjectConverter();
    private final WebAuthnManager library = WebAuthnManager.createNonStrictWebAuthnManager(converter);
    private final AttestedCredentialDataConverter credentials = new AttestedCredentialDataConverter(converter);

    RelyingParty(PasskeyProperties properties) {
        this.properties = properties;
        this.origins = properties.origins().stream().map(Origin::create).collect(Collectors.toUnmodifiableSet());
    }

    /** Throws the 503 problem if the deployment has no passkeys. */
    void requireConfigured() {
        if (!properties.isConfigured()) {
            throw PasskeyProblem.notConfigured();
        }
    }

    /**
     * Verifies a new credential, except its challenge, which the result contains. Throws {@link InvalidPasskey}, or the
     * 400 problem for a field that is not base64url.
     */
    NewPasskey register(AttestationCredential credential) {
        AttestationCredential.AttestationResponse response = credential.response();
        RegistrationRequest request = new RegistrationRequest(
                Base64Url.decode("credential.response.attestationObject", response.attestationObject()),
                Base64Url.decode("credential.response.clientDataJSON", response.clientDataJSON()));
        return verified(Ceremony.REGISTRATION, () -> {
            RegistrationData data = library.parse(request);
            byte[] challenge = challengeOf(data.getCollectedClientData());
            library.verify(data, new RegistrationParameters(server(challenge), ALGORITHMS, true, true));
            AuthenticatorData<?> authenticator =
                    Objects.requireNonNull(data.getAttestationObject()).getAuthenticatorData();
            AttestedCredentialData attested = Objects.requireNonNull(authenticator.getAttestedCredentialData());
            return new NewPasskey(
                    challenge,
                    attested.getCredentialId(),
                    credentials.convert(attested),
                    authenticator.getSignCount(),
                    authenticator.isFlagBE(),
                    authenticator.isFlagBS(),
                    known(response.transports() == null ? List.of() : response.transports()));
        });
    }

    /** Reads a signed challenge, without a verification. Throws as {@link #register} does. */
    SignedChallenge read(Ceremony ceremony, AssertionCredential credential) {
        AssertionCredential.AssertionResponse response = credential.response();
        byte[] credentialId = Base64Url.decode("credential.id", credential.id());
        byte @Nullable [] userHandle = response.userHandle() == null
                ? null
                : Base64Url.decode("credential.response.userHandle", response.userHandle());
        AuthenticationRequest request = new AuthenticationRequest(
                credentialId,
                userHandle,
                Base64Url.decode("credential.response.authenticatorData", response.authenticatorData()),
                Base64Url.decode("credential.response.clientDataJSON", response.clientDataJSON()),
                Base64Url.decode("credential.response.signature", response.signature()));
        return verified(ceremony, () -> {
            AuthenticationData data = library.parse(request);
            Objects.requireNonNull(data.getAuthenticatorData());
            return new SignedChallenge(credentialId, userHandle, challengeOf(data.getCollectedClientData()), data);
        });
    }

    /**
     * Verifies a signed challenge against the passkey, except the challenge itself. Throws {@link InvalidPasskey}, and
     * {@link MaliciousCounterValueException} if the signature is right and the counter has gone back.
     */
    void verify(Ceremony ceremony, SignedChallenge signed, StoredPasskey passkey) {
        var _ = verified(ceremony, () -> {
            CredentialRecordImpl stored = new CredentialRecordImpl(
                    null,
                    true,
                    passkey.backupEligible(),
                    passkey.backedUp(),
                    passkey.signCount(),
                    credentials.convert(passkey.credential()),
                    null,
                    null,
                    null,
                    null);
            return library.verify(
                    signed.data(), new AuthenticationParameters(server(signed.challenge()), stored, null, true, true));
        });
    }

    private static byte[] challengeOf(@Nullable CollectedClientData data) {
        return Objects.requireNonNull(data).getChallenge().getValue();
    }

    private ServerProperty server(byte[] challenge) {
        return ServerProperty.builder()
                .origins(origins)
                .rpId(properties.rpId())
                .challenge(new DefaultChallenge(challenge))
                .build();
    }

    /** The library reports hostile CBOR, JSON and keys by exceptions of many types; it only computes. */
    private static <T> T verified(Ceremony ceremony, Supplier<T> verification) {
        try {
            return verification.get();
        } catch (MaliciousCounterValueException clone) {
            throw clone;
        } catch (BadOriginException otherOrigin) {
            throw InvalidPasskey.origin(ceremony);
        } catch (RuntimeException invalid) {
            // Not the message, which contains text of the client.
            log.info("a passkey response was refused: {}", invalid.getClass().getSimpleName());
            throw InvalidPasskey.of(ceremony);
        }
    }

    private static List<String> known(List<String> transports) {
        return transports.stream()
                .filter(TRANSPORTS::contains)
                .distinct()
                .sorted()
                .toList();
    }
}
