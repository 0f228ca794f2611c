package dev.haru.bench.password;

import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder.SecretKeyFactoryAlgorithm;

/**
 * Password encoders by name: {@code bcrypt-10} is BCrypt at cost 10, {@code pbkdf2-600000} is PBKDF2-HMAC-SHA256 with
 * 600,000 iterations.
 */
public final class Encoders {

    private static final int SALT_BYTES = 16;

    private Encoders() {}

    /** Throws {@link IllegalArgumentException} for an unknown name. */
    public static PasswordEncoder named(String name) {
        String[] parts = name.split("-", -1);
        if (parts.length != 2 || !parts[1].matches("\\d{1,7}")) {
            throw unknown(name);
        }
        int cost = Integer.parseInt(parts[1]);
        return switch (parts[0]) {
            case "bcrypt" -> new BCryptPasswordEncoder(cost);
            case "pbkdf2" ->
                new Pbkdf2PasswordEncoder("", SALT_BYTES, cost, SecretKeyFactoryAlgorithm.PBKDF2WithHmacSHA256);
            default -> throw unknown(name);
        };
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException("no password hash is called " + name + ": bcrypt-10 or pbkdf2-600000 is");
    }
}
