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
 * Verifies solutions of <a href="https://altcha.org/docs/v2/">ALTCHA</a> challenges by their signature and age. A
 * verification makes no remote call and takes a few microseconds. The class does not detect a solution that was used
 * before; its callers must.
 */
public final class ChallengeSolutions {

    /** The request header that carries a solution. */
    public static final String HEADER = "Challenge-Solution";

    /** The maximum length of a solution in characters; a longer solution is not verified. */
    public static final int LONGEST = 2000;

    /** A parameter in the signed salt: the epoch second at which the challenge expires. */
    public static final String EXPIRES = "expires";

    /** A parameter in the signed salt: the amount of work that the challenge requires. */
    public static final String WORK = "work";

    private final List<String> keys;
    private final Clock clock;
    private final JsonMapper json = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES) // ALTCHA's widget also sends its duration
            .build();

    public ChallengeSolutions(SigningKeys keys, Clock clock) {
        this.keys = keys(keys);
        this.clock = clock;
    }

    /** The keys that sign challenges. The first key signs; all keys verify. */
    public static List<String> keys(SigningKeys keys) {
        return keys.all("challenge", new byte[0]).map(HexFormat.of()::formatHex).toList();
    }

    /** The solved challenge, if this system signed it, the solution is correct and the challenge has not expired. */
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
        } catch (Exception impossible) { // declared by the library
            throw new IllegalStateException("cannot verify a solution", impossible);
        }
    }

    private boolean isSigned(Payload payload) throws Exception {
        for (String key : keys) {
            // The caller checks the expiry against the injected clock; the library would use its own.
            if (Altcha.verifySolution(payload, key, false)) {
                return true;
            }
        }
        return false;
    }

    /** A solved challenge and the amount of work that it required. */
    public record Solved(String challenge, long work) {}

    /** The JSON that the client sends, in Base64. */
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
