package dev.haru.auth.session;

import dev.haru.platform.token.Sha256;
import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;

/**
 * The value of a token; the database stores only its hash. A plain SHA-256 is enough, because 256 random bits cannot be
 * guessed.
 */
record Token(String value) {

    static Token access(SecureRandom random) {
        return new Token(TokenFormat.generate(TokenFormat.ACCESS, random));
    }

    static Token refresh(SecureRandom random) {
        return new Token(TokenFormat.generate(TokenFormat.REFRESH, random));
    }

    byte[] hash() {
        return Sha256.of(value);
    }

    @Override
    public String toString() {
        return "Token[secret]";
    }
}
