package dev.haru.local.demo;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/** A password hash in the default format of auth-service: the algorithm's id, then Argon2id in its usual encoding. */
final class PasswordHash {

    private static final int MEMORY_KIB = 7168;
    private static final int ITERATIONS = 5;
    private static final int LANES = 1;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    private PasswordHash() {}

    static String of(String password) {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(MEMORY_KIB)
                .withIterations(ITERATIONS)
                .withParallelism(LANES)
                .withSalt(salt)
                .build());
        byte[] hash = new byte[HASH_BYTES];
        generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return "{argon2id}$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
                .formatted(MEMORY_KIB, ITERATIONS, LANES, base64.encodeToString(salt), base64.encodeToString(hash));
    }
}
