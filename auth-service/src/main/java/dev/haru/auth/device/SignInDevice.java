package dev.haru.auth.device;

import java.util.UUID;

/**
 * The device that a session is opened from.
 *
 * @param isNew whether the account does not know the device yet
 */
public record SignInDevice(UUID id, boolean isNew) {

    /** Returns a new device, with a random id. */
    public static SignInDevice unknown() {
        return new SignInDevice(UUID.randomUUID(), true);
    }

    /** Returns a device that the account knows. */
    public static SignInDevice known(UUID id) {
        return new SignInDevice(id, false);
    }
}
