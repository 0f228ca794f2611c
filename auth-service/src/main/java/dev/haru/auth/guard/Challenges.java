package dev.haru.auth.guard;

import dev.haru.platform.challenge.ChallengeSolutions;
import dev.haru.platform.challenge.ChallengeSolutions.Solved;
import dev.haru.platform.signing.SigningKeys;
import java.time.Clock;
import java.util.Optional;
import org.altcha.altcha.Altcha;
import org.altcha.altcha.Altcha.ChallengeOptions;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Creates and verifies proof-of-work challenges of the <a href="https://altcha.org/docs/v2/">ALTCHA</a> kind. The
 * client finds the number whose SHA-256 with the salt is the challenge. It tries half of all numbers on average.
 * ALTCHA's own library creates and verifies the challenges. The salt and the signature contain all state, so the server
 * stores nothing until a client uses a challenge.
 */
@Component
final class Challenges {

    private final LoginGuardProperties.Challenge properties;
    private final ChallengeSolutions solutions;
    private final String key;
    private final Clock clock;

    Challenges(SigningKeys keys, LoginGuardProperties properties, Clock clock) {
        this.properties = properties.challenge();
        this.solutions = new ChallengeSolutions(keys, clock);
        this.key = ChallengeSolutions.keys(keys).getFirst();
        this.clock = clock;
    }

    /**
     * Creates a challenge.
     *
     * @param work the upper bound of the number to find
     */
    Altcha.Challenge create(long work) {
        try {
            return Altcha.createChallenge(new ChallengeOptions()
                    .setAlgorithm(Altcha.Algorithm.SHA256)
                    .setMaxNumber(work)
                    .setSecureRandomNumber(true)
                    .setHmacKey(key)
                    .setExpires(clock.instant().plus(properties.life()).getEpochSecond())
                    .addParam(ChallengeSolutions.WORK, Long.toString(work)));
        } catch (Exception impossible) { // declared by the library
            throw new IllegalStateException("cannot create a challenge", impossible);
        }
    }

    /** The solved challenge, if the solution is correct and not expired. */
    Optional<Solved> verify(@Nullable String solution) {
        return solutions.verify(solution);
    }

    /** The work for a ratio of failures to the challenge limit. The work doubles with each doubling of the ratio. */
    long workFor(double excess) {
        int doublings = excess <= 1 ? 0 : (int) Math.min(20, Math.floor(Math.log(excess) / Math.log(2)));
        return Math.min(properties.hardest(), properties.easiest() << doublings);
    }
}
