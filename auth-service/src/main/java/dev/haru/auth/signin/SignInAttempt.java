package dev.haru.auth.signin;

import dev.haru.auth.event.Origin;
import dev.haru.auth.guard.PasswordAttempt;
import dev.haru.platform.device.DeviceToken;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to sign in, from its request to its session.
 *
 * @param nicknameKey the key of the nickname, whether or not such an account exists
 * @param device what the device cookie says, if it is valid
 * @param guarded the login guard's view of the attempt: its gates, counters and device
 */
record SignInAttempt(
        String nicknameKey, String password, Origin origin, Optional<DeviceToken> device, PasswordAttempt guarded) {

    @Nullable UUID deviceId() {
        return device.map(DeviceToken::device).orElse(null);
    }

    @Override
    public String toString() {
        return "SignInAttempt[secret]";
    }
}
