package dev.haru.platform.warmup;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.haru.platform.token.TokenFormat;
import java.net.InetAddress;
import java.security.MessageDigest;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the warm-up calls that a process makes to itself. The secret has 256 random bits and never leaves the
 * process, which deletes it before it becomes ready. Before and after the warm-up, no call is accepted.
 */
public final class WarmUpPass {

    /** The request header that marks a warm-up call. */
    public static final String HEADER = "X-Warm-Up";

    /** The value of the header in calls to an upstream service, which does not need the secret. */
    public static final String TO_UPSTREAM = "client-service";

    private volatile byte @Nullable [] secret;

    WarmUpPass() {}

    /** Creates the secret, accepts calls that carry it, and returns it. */
    String open() {
        String fresh = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());
        secret = fresh.getBytes(US_ASCII);
        return fresh;
    }

    /** Deletes the secret, so that no further call is accepted. */
    void close() {
        secret = null;
    }

    /** Whether the process is warming up. */
    public boolean isOpen() {
        return secret != null;
    }

    /**
     * Whether the process makes the call to itself.
     *
     * @param header the value of {@link #HEADER}
     * @param near the local address of the connection. The remote address could come from a proxy's header
     */
    public boolean isOwnCall(String header, InetAddress near) {
        return matches(header) && near.isLoopbackAddress();
    }

    /** Compares in constant time. */
    boolean matches(String offered) {
        byte[] now = secret;
        return now != null && MessageDigest.isEqual(now, offered.getBytes(US_ASCII));
    }
}
