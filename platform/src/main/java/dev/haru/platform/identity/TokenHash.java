package dev.haru.platform.identity;

import dev.haru.platform.token.Sha256;
import java.nio.ByteBuffer;

/** The SHA-256 of a token, so that a heap dump of the cache contains no usable token. */
record TokenHash(long a, long b, long c, long d) {

    static TokenHash of(String token) {
        ByteBuffer hash = ByteBuffer.wrap(Sha256.of(token));
        return new TokenHash(hash.getLong(), hash.getLong(), hash.getLong(), hash.getLong());
    }
}
