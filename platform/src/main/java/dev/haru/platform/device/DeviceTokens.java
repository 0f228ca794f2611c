package dev.haru.platform.device;

import dev.haru.platform.signing.SigningKeys;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes and verifies device cookies (<a
 * href="https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies">OWASP</a>). A cookie
 * holds version, device, account, digest of the nickname and expiry, all signed, in Base64. A valid signature proves
 * that the owner of the account once signed in on the device. Whether the account still trusts the device is recorded
 * in the table of devices.
 */
public final class DeviceTokens {

    private static final String PURPOSE = "device-cookie";
    private static final byte VERSION = 1;
    private static final int SIGNED_BYTES = 1 + 6 * Long.BYTES;
    private static final int BYTES = SIGNED_BYTES + SigningKeys.SIGNATURE_BYTES;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    /** The length of a cookie's value in characters. */
    static final int LENGTH = ENCODER.encodeToString(new byte[BYTES]).length();

    private final SigningKeys keys;
    private final Clock clock;

    public DeviceTokens(SigningKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /** The cookie's value. */
    public String write(DeviceToken token) {
        byte[] signed = ByteBuffer.allocate(SIGNED_BYTES)
                .put(VERSION)
                .putLong(token.device().getMostSignificantBits())
                .putLong(token.device().getLeastSignificantBits())
                .putLong(token.account().getMostSignificantBits())
                .putLong(token.account().getLeastSignificantBits())
                .putLong(token.nicknameDigest())
                .putLong(token.expiresAt().getEpochSecond())
                .array();
        byte[] signature = keys.sign(PURPOSE, signed);
        return ENCODER.encodeToString(
                ByteBuffer.allocate(BYTES).put(signed).put(signature).array());
    }

    /** The content of the cookie, if its signature is valid and it has not expired. */
    public Optional<DeviceToken> verify(@Nullable String cookie) {
        if (cookie == null || cookie.length() != LENGTH) {
            return Optional.empty();
        }
        byte[] bytes = decoded(cookie);
        if (bytes.length != BYTES || bytes[0] != VERSION) {
            return Optional.empty();
        }
        byte[] signed = Arrays.copyOf(bytes, SIGNED_BYTES);
        if (!keys.verify(PURPOSE, signed, Arrays.copyOfRange(bytes, SIGNED_BYTES, BYTES))) {
            return Optional.empty();
        }
        ByteBuffer fields = ByteBuffer.wrap(signed, 1, SIGNED_BYTES - 1);
        UUID device = new UUID(fields.getLong(), fields.getLong());
        UUID account = new UUID(fields.getLong(), fields.getLong());
        long digest = fields.getLong();
        Instant expiresAt = Instant.ofEpochSecond(fields.getLong());
        return clock.instant().isBefore(expiresAt)
                ? Optional.of(new DeviceToken(device, account, digest, expiresAt))
                : Optional.empty();
    }

    private static byte[] decoded(String cookie) {
        try {
            return Base64.getUrlDecoder().decode(cookie);
        } catch (IllegalArgumentException malformed) {
            return new byte[0];
        }
    }
}
