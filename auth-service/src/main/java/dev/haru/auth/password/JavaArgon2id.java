package dev.haru.auth.password;

import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Bouncy Castle's Argon2id. It runs on every platform, and takes about three times the processor time of the native
 * implementation.
 */
final class JavaArgon2id implements Argon2id {

    @Override
    public byte[] hash(byte[] password, byte[] salt, Cost cost, int length) {
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(cost.memory())
                .withIterations(cost.iterations())
                .withParallelism(cost.parallelism())
                .withSalt(salt)
                .build());
        byte[] hash = new byte[length];
        generator.generateBytes(password, hash);
        return hash;
    }

    @Override
    public String name() {
        return "Bouncy Castle";
    }
}
