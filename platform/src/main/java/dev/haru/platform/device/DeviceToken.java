package dev.haru.platform.device;

import dev.haru.platform.token.Sha256;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;

/**
 * The content of a device cookie: the device, its account, and the nickname with which the owner signed in.
 *
 * @param device id of the device
 * @param account id of the account
 * @param nicknameDigest the first 8 bytes of the SHA-256 of the nickname's key
 * @param expiresAt when the cookie expires, in whole seconds
 */
public record DeviceToken(UUID device, UUID account, long nicknameDigest, Instant expiresAt) {

    /** The cookie's name. */
    public static final String COOKIE = "haru_device";

    /** A token for the account that has the nickname with this key. */
    public static DeviceToken of(UUID device, UUID account, String nicknameKey, Instant expiresAt) {
        return new DeviceToken(device, account, digest(nicknameKey), expiresAt);
    }

    /** Whether the cookie was issued at a sign-in with the nickname of this key. */
    public boolean isFor(String nicknameKey) {
        return nicknameDigest == digest(nicknameKey);
    }

    private static long digest(String nicknameKey) {
        return ByteBuffer.wrap(Sha256.of(nicknameKey)).getLong();
    }

    @Override
    public String toString() {
        return "DeviceToken[device=" + device + "]";
    }
}
