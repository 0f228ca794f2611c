package dev.haru.gateway.block;

import dev.haru.platform.challenge.ChallengeSolutions;
import dev.haru.platform.signing.SigningKeys;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.altcha.altcha.Altcha;

/** Solved challenges as clients send them. */
final class Solutions {

    /** The secret in the application.yml of the tests. */
    private static final String SECRET = "only-for-tests-only-for-tests-only-for-tests";

    private Solutions() {}

    /** Returns a solution of a challenge with this expiry. */
    static String solved(Instant expires) {
        return solved(SECRET, expires);
    }

    /** Returns a solution of a challenge that is signed with another secret. */
    static String forged() {
        return solved(
                "another-secret-another-secret-another-secret", Instant.now().plusSeconds(60));
    }

    private static String solved(String secret, Instant expires) {
        try {
            Altcha.Challenge challenge = Altcha.createChallenge(new Altcha.ChallengeOptions()
                    .setAlgorithm(Altcha.Algorithm.SHA256)
                    .setMaxNumber(100L)
                    .setSecureRandomNumber(true)
                    .setHmacKey(ChallengeSolutions.keys(new SigningKeys(List.of(secret)))
                            .getFirst())
                    .setExpires(expires.getEpochSecond())
                    .addParam(ChallengeSolutions.WORK, "100"));
            Altcha.Solution found = Altcha.solveChallenge(
                    challenge.challenge, challenge.salt, Altcha.Algorithm.SHA256, challenge.maxnumber, 0);
            String json = """
                    {"algorithm": "%s", "challenge": "%s", "number": %d, "salt": "%s", "signature": "%s"}
                    """.formatted(
                    challenge.algorithm, challenge.challenge, found.number, challenge.salt, challenge.signature);
            return Base64.getEncoder().encodeToString(json.strip().getBytes(StandardCharsets.UTF_8));
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }
}
