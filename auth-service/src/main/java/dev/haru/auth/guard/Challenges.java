package dev.haru.auth.guard;

import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.altcha.altcha.Altcha;
import org.altcha.altcha.Altcha.ChallengeOptions;
import org.altcha.altcha.Altcha.Payload;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Proof of work of the <a href="https://altcha.org/docs/v2/">ALTCHA</a> kind: the client finds the number whose SHA-256
 * with the salt is the challenge, for which it must try half of all numbers on average. ALTCHA's own library makes and
 * checks them; salt and signature carry the rest, so nothing is stored until one is used.
 */
@Component
final class Challenges {

    /** Names in the salt, where the signature covers them. */
    private static final String EXPIRES = "expires";

    private static final String WORK = "work";

    private final LoginGuardProperties.Challenge properties;
    private final List<String> keys;
    private final Clock clock;
    private final JsonMapper json = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES) // ALTCHA's widget adds how long it took
            .build();

    Challenges(GuardKeys keys, LoginGuardProperties properties, Clock clock) {
        this.properties = properties.challenge();
        this.keys = keys.all("challenge", new byte[0])
                .map(HexFormat.of()::formatHex)
                .toList();
        this.clock = clock;
    }

    /** A challenge of this much work. */
    Altcha.Challenge create(long work) {
        try {
            return Altcha.createChallenge(new ChallengeOptions()
                    .setAlgorithm(Altcha.Algorithm.SHA256)
                    .setMaxNumber(work)
                    .setSecureRandomNumber(true)
                    .setHmacKey(keys.getFirst())
                    .setExpires(clock.instant().plus(properties.life()).getEpochSecond())
                    .addParam(WORK, Long.toString(work)));
        } catch (Exception impossible) { // the library declares it
            throw new IllegalStateException("a challenge could not be made", impossible);
        }
    }

    /** What a solution is worth, if it is one of ours, right and in time. */
    Optional<Solved> verify(String solution) {
        try {
            Solution found = json.readValue(Base64.getDecoder().decode(solution), Solution.class);
            if (found == null || !found.isComplete()) {
                return Optional.empty();
            }
            Payload payload = found.payload();
            if (!isSigned(payload)) {
                return Optional.empty();
            }
            Map<String, String> terms = Altcha.extractParams(payload.salt);
            Instant expires = Instant.ofEpochSecond(Long.parseLong(terms.get(EXPIRES)));
            return clock.instant().isBefore(expires)
                    ? Optional.of(new Solved(payload.challenge, Long.parseLong(terms.get(WORK))))
                    : Optional.empty();
        } catch (JacksonException | IllegalArgumentException garbage) {
            return Optional.empty();
        } catch (Exception impossible) { // the library declares it
            throw new IllegalStateException("a challenge could not be checked", impossible);
        }
    }

    private boolean isSigned(Payload payload) throws Exception {
        for (String key : keys) {
            // Expiry is checked against the injected clock, not the library's.
            if (Altcha.verifySolution(payload, key, false)) {
                return true;
            }
        }
        return false;
    }

    /** How much work one who failed so much more than is usual must do. */
    long workFor(double excess) {
        int doublings = excess <= 1 ? 0 : (int) Math.min(20, Math.floor(Math.log(excess) / Math.log(2)));
        return Math.min(properties.hardest(), properties.easiest() << doublings);
    }

    /** A challenge that was solved, and how much work that was. */
    record Solved(String challenge, long work) {}

    /** What the client sends, in Base64. */
    private record Solution(
            @Nullable String algorithm,
            @Nullable String challenge,
            @Nullable Long number,
            @Nullable String salt,
            @Nullable String signature) {

        boolean isComplete() {
            return Stream.of(algorithm, challenge, number, salt, signature).allMatch(Objects::nonNull);
        }

        Payload payload() {
            Payload payload = new Payload();
            payload.algorithm = algorithm;
            payload.challenge = challenge;
            payload.number = number;
            payload.salt = salt;
            payload.signature = signature;
            return payload;
        }
    }
}
