package dev.haru.platform.challenge;

import dev.haru.platform.signing.SigningKeys;
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
import org.altcha.altcha.Altcha.Payload;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Verifies solutions of <a href="https://altcha.org/docs/v2/">ALTCHA</a> challenges by their signature and age, without
 * a call: a few microseconds. Whether a solution was used before, its caller decides.
 */
public final class ChallengeSolutions {

    /** The request header that carries a solution. */
    public static final String HEADER = "Challenge-Solution";

    /** The length of the longest solution that is looked at, in characters. */
    public static final int LONGEST = 2000;

    /** Name in the salt, where the signature covers it: the epoch second at which the challenge ends. */
    public static final String EXPIRES = "expires";

    /** Name in the salt: how much work the challenge is. */
    public static final String WORK = "work";

    private final List<String> keys;
    private final Clock clock;
    private final JsonMapper json = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES) // ALTCHA's widget adds how long it took
            .build();

    public ChallengeSolutions(SigningKeys keys, Clock clock) {
        this.keys = keys(keys);
        this.clock = clock;
    }

    /** The keys under which challenges are signed; the first one signs. */
    public static List<String> keys(SigningKeys keys) {
        return keys.all("challenge", new byte[0]).map(HexFormat.of()::formatHex).toList();
    }

    /** The challenge that was solved, if it is one of this system's, right and in time. */
    public Optional<Solved> verify(@Nullable String solution) {
        if (solution == null || solution.isEmpty() || solution.length() > LONGEST) {
            return Optional.empty();
        }
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
            throw new IllegalStateException("cannot verify a solution", impossible);
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

    /** A challenge that was solved, and how much work that was. */
    public record Solved(String challenge, long work) {}

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
