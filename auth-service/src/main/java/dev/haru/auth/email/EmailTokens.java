package dev.haru.auth.email;

import dev.haru.platform.signing.SigningKeys;
import dev.haru.platform.token.Sha256;
import dev.haru.platform.token.TokenFormat;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Creates and checks the tokens of links and the six-digit codes. The database has a SHA-256 of a token and an HMAC of
 * a code, because a plain hash of a million codes is reversed in a moment.
 */
@Component
class EmailTokens {

    private static final String CODE = "email-code";
    private static final int CODES = 1_000_000;

    private final SigningKeys keys;
    private final SecureRandom random;

    EmailTokens(SigningKeys keys, SecureRandom random) {
        this.keys = keys;
        this.random = random;
    }

    String newToken() {
        return TokenFormat.generate(TokenFormat.EMAIL, random);
    }

    String newCode() {
        return "%06d".formatted(random.nextInt(CODES));
    }

    /** Returns the hash of a token; empty for a text that is none. */
    static Optional<byte[]> hashOf(String token) {
        return TokenFormat.isWellFormed(TokenFormat.EMAIL, token) ? Optional.of(Sha256.of(token)) : Optional.empty();
    }

    byte[] hashOfCode(UUID account, String code) {
        return keys.sign(CODE, bytes(account, code));
    }

    boolean isCode(UUID account, String code, byte[] hash) {
        return keys.verify(CODE, bytes(account, code), hash);
    }

    private static byte[] bytes(UUID account, String code) {
        return (account + " " + code).getBytes(StandardCharsets.UTF_8);
    }
}
