package dev.haru.auth.signin;

import dev.haru.auth.account.NameKeys;
import dev.haru.auth.event.Origin;
import dev.haru.auth.guard.PasswordAttempt;
import dev.haru.platform.device.DeviceToken;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to sign in, from the request to the session.
 *
 * @param name the keys of the entered name, whether or not such an account exists
 * @param device the content of the device cookie, if the cookie is valid
 * @param code the code of the authenticator app in the request; null: the request has none
 * @param guarded the login guard's view of the attempt: its checks, counters and device
 */
record SignInAttempt(
        NameKeys name,
        String password,
        Origin origin,
        Optional<DeviceToken> device,
        @Nullable String code,
        PasswordAttempt guarded) {

    @Nullable UUID deviceId() {
        return device.map(DeviceToken::device).orElse(null);
    }

    @Override
    public String toString() {
        return "SignInAttempt[secret]";
    }
}
