package dev.haru.platform.test;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.UUID;

/**
 * An authenticator with one passkey, and the browser that calls it (WebAuthn Level 3). By default it verifies its user,
 * counts its signatures and signs with ES256. Tests change these values to make a response that must be refused.
 */
public final class SoftwareAuthenticator {

    private static final int USER_PRESENT = 1;
    private static final int USER_VERIFIED = 1 << 2;
    private static final int ATTESTED = 1 << 6;

    private final KeyPair keys;
    private final boolean p384;
    private byte[] credentialId = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);
    private String origin;
    private String rpId;
    private int flags = USER_PRESENT | USER_VERIFIED;
    private long signCount;
    private String userId = "";

    private SoftwareAuthenticator(String origin, String rpId, boolean p384) {
        this.origin = origin;
        this.rpId = rpId;
        this.p384 = p384;
        this.keys = newKeys(p384 ? "secp384r1" : "secp256r1");
    }

    /** An authenticator in a browser whose page has this origin. */
    public static SoftwareAuthenticator at(String origin, String rpId) {
        return new SoftwareAuthenticator(origin, rpId, false);
    }

    /** An authenticator with ES384, which Haru does not offer. */
    public static SoftwareAuthenticator withAlgorithmNotOffered(String origin, String rpId) {
        return new SoftwareAuthenticator(origin, rpId, true);
    }

    /** Changes the origin of the page. */
    public SoftwareAuthenticator origin(String changed) {
        this.origin = changed;
        return this;
    }

    /** Changes the relying party for which the authenticator signs. */
    public SoftwareAuthenticator rpId(String changed) {
        this.rpId = changed;
        return this;
    }

    /** Sets the counter; the next signature has the next number. */
    public SoftwareAuthenticator signCount(long count) {
        this.signCount = count;
        return this;
    }

    /** Signs for another account. */
    public SoftwareAuthenticator userId(String changed) {
        this.userId = changed;
        return this;
    }

    /** Signs without a fingerprint or a PIN. */
    public SoftwareAuthenticator withoutUserVerification() {
        this.flags = USER_PRESENT;
        return this;
    }

    /** Claims the credential id of another authenticator. */
    public SoftwareAuthenticator claiming(SoftwareAuthenticator other) {
        this.credentialId = other.credentialId;
        return this;
    }

    /** The response to {@code navigator.credentials.create} as JSON. */
    public String create(String challenge, String user) {
        this.userId = user;
        byte[] object = join(
                new byte[] {(byte) 0xa3},
                text("fmt"),
                text("none"),
                text("attStmt"),
                new byte[] {(byte) 0xa0},
                text("authData"),
                bytes(authenticatorData(flags | ATTESTED, attested())));
        return """
                {"id": "%1$s", "rawId": "%1$s", "type": "public-key", "authenticatorAttachment": "platform",
                 "clientExtensionResults": {"credProps": {"rk": true}},
                 "response": {"clientDataJSON": "%2$s", "attestationObject": "%3$s", "publicKeyAlgorithm": -7,
                  "transports": ["internal", "hybrid", "telepathy"]}}
                """.formatted(encoded(credentialId), encoded(clientData("webauthn.create", challenge)), encoded(object));
    }

    /** The response to {@code navigator.credentials.get} as JSON. */
    public String get(String challenge) {
        return get("webauthn.get", challenge);
    }

    /** The response with another type of ceremony in its client data. */
    public String get(String type, String challenge) {
        signCount++;
        byte[] data = authenticatorData(flags, new byte[0]);
        byte[] client = clientData(type, challenge);
        return """
                {"id": "%1$s", "rawId": "%1$s", "type": "public-key", "authenticatorAttachment": "platform",
                 "clientExtensionResults": {},
                 "response": {"clientDataJSON": "%2$s", "authenticatorData": "%3$s", "signature": "%4$s",
                  "userHandle": "%5$s"}}
                """.formatted(
                        encoded(credentialId),
                        encoded(client),
                        encoded(data),
                        encoded(sign(join(data, sha256(client)))),
                        userId);
    }

    private byte[] clientData(String type, String challenge) {
        return """
                {"type":"%s","challenge":"%s","origin":"%s","crossOrigin":false}""".formatted(type, challenge, origin).getBytes(StandardCharsets.UTF_8);
    }

    private byte[] authenticatorData(int allFlags, byte[] attested) {
        return join(
                sha256(rpId.getBytes(StandardCharsets.UTF_8)),
                ByteBuffer.allocate(5)
                        .put((byte) allFlags)
                        .putInt((int) signCount)
                        .array(),
                attested);
    }

    /** The model (none), the credential id, and the public key (COSE, RFC 9053). */
    private byte[] attested() {
        ECPublicKey key = (ECPublicKey) keys.getPublic();
        int size = p384 ? 48 : 32;
        byte[] algorithm = p384 ? new byte[] {0x38, 0x22} : new byte[] {0x26};
        byte[] curve = {(byte) (p384 ? 2 : 1)};
        return join(
                new byte[16],
                ByteBuffer.allocate(2).putShort((short) credentialId.length).array(),
                credentialId,
                new byte[] {(byte) 0xa5, 1, 2, 3},
                algorithm,
                new byte[] {0x20},
                curve,
                new byte[] {0x21, 0x58, (byte) size},
                unsigned(key.getW().getAffineX(), size),
                new byte[] {0x22, 0x58, (byte) size},
                unsigned(key.getW().getAffineY(), size));
    }

    private byte[] sign(byte[] message) {
        try {
            Signature signature = Signature.getInstance(p384 ? "SHA384withECDSA" : "SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(message);
            return signature.sign();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static KeyPair newKeys(String curve) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(curve));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] sha256(byte[] message) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(message);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] unsigned(BigInteger number, int size) {
        byte[] bytes = number.toByteArray();
        byte[] padded = new byte[size];
        int length = Math.min(bytes.length, size);
        System.arraycopy(bytes, bytes.length - length, padded, size - length, length);
        return padded;
    }

    private static byte[] text(String text) {
        return join(new byte[] {(byte) (0x60 | text.length())}, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] bytes(byte[] content) {
        return join(
                ByteBuffer.allocate(3)
                        .put((byte) 0x59)
                        .putShort((short) content.length)
                        .array(),
                content);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static String encoded(byte[] content) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(content);
    }
}
