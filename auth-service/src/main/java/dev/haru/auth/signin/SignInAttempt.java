package dev.haru.auth.signin;

import dev.haru.auth.event.Origin;
import dev.haru.auth.guard.PasswordAttempt;

/**
 * One attempt to sign in, from its request to its session.
 *
 * @param nicknameKey the key of the nickname, whether or not such an account exists
 * @param guarded the login guard's view of the attempt: its gates, counters and device
 */
record SignInAttempt(String nicknameKey, String password, Origin origin, PasswordAttempt guarded) {

    @Override
    public String toString() {
        return "SignInAttempt[secret]";
    }
}
