package dev.haru.auth.device;

import java.util.UUID;

/**
 * The device that a session is opened from.
 *
 * @param isNew whether the account does not know it yet
 */
public record SignInDevice(UUID id, boolean isNew) {

    /** A device that the account does not know yet. */
    public static SignInDevice unknown() {
        return new SignInDevice(UUID.randomUUID(), true);
    }

    /** A device of the account's. */
    public static SignInDevice known(UUID id) {
        return new SignInDevice(id, false);
    }
}
