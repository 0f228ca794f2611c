package dev.haru.auth.session;

import dev.haru.platform.token.TokenFormat;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/**
 * A token as its owner holds it; the database only ever sees the hash. A plain SHA-256 is enough for 256 random bits,
 * which nobody guesses.
 */
record Token(String value) {

    static Token access(SecureRandom random) {
        return new Token(TokenFormat.generate(TokenFormat.ACCESS, random));
    }

    static Token refresh(SecureRandom random) {
        return new Token(TokenFormat.generate(TokenFormat.REFRESH, random));
    }

    byte[] hash() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    @Override
    public String toString() {
        return "Token[secret]";
    }
}
