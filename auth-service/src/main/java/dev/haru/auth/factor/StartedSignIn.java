package dev.haru.auth.factor;

import java.util.List;

/**
 * A sign-in that waits for its second factor.
 *
 * @param token the transaction, which the client sends with the second factor
 * @param factors the kinds that complete the sign-in
 */
public record StartedSignIn(String token, List<String> factors) {

    @Override
    public String toString() {
        return "StartedSignIn[secret]";
    }
}
