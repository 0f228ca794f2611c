package dev.haru.platform.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The SHA-256 of a token: a heap dump of the cache signs nobody in. */
record TokenHash(long a, long b, long c, long d) {

    static TokenHash of(String token) {
        try {
            ByteBuffer hash = ByteBuffer.wrap(
                    MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
            return new TokenHash(hash.getLong(), hash.getLong(), hash.getLong(), hash.getLong());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
