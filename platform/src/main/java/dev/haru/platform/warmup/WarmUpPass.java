package dev.haru.platform.warmup;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.haru.platform.token.TokenFormat;
import java.net.InetAddress;
import java.security.MessageDigest;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * By which a process knows its own calls while it warms up: 256 random bits that never leave it, which it forgets
 * before it becomes ready. Closed until then and ever after.
 */
public final class WarmUpPass {

    /** Says that a call is made for practice. */
    public static final String HEADER = "X-Warm-Up";

    /** What the header says to a neighbour, to whom the secret is of no use. */
    public static final String TO_UPSTREAM = "neighbour";

    private static final ThreadLocal<@Nullable Kind> CALL = new ThreadLocal<>();

    private volatile byte @Nullable [] secret;

    WarmUpPass() {}

    /** Opens it for calls that are made with the secret that it returns. */
    String open() {
        String fresh = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());
        secret = fresh.getBytes(US_ASCII);
        return fresh;
    }

    /** From now on no call is an own one. */
    void close() {
        secret = null;
    }

    /** Whether the process is warming up. */
    public boolean isOpen() {
        return secret != null;
    }

    /** Whether this thread serves a call that the process makes to itself. */
    public boolean isOwnCall() {
        return isOpen() && CALL.get() == Kind.OWN;
    }

    /** Whether this thread serves a call that somebody makes for practice: this process or a neighbour. */
    public static boolean isWarmUpCall() {
        return CALL.get() != null;
    }

    /** Whether this is the token of the one who makes the process's own calls, and this thread serves one. */
    public boolean isVisitors(String token) {
        return isOwnCall() && fits(token);
    }

    /**
     * Whether a call is the process's own.
     *
     * @param header of the name {@link #HEADER}
     * @param near the near end of its connection, which is what counts: the far end is what a proxy's header may say
     */
    public boolean isOwnCall(String header, InetAddress near) {
        return fits(header) && near.isLoopbackAddress();
    }

    /** Takes the same time however much of it is right. */
    private boolean fits(String offered) {
        byte[] now = secret;
        return now != null && MessageDigest.isEqual(now, offered.getBytes(US_ASCII));
    }

    static void beginOwnCall() {
        CALL.set(Kind.OWN);
    }

    static void beginClientServiceCall() {
        CALL.set(Kind.OF_CLIENT_SERVICE);
    }

    static void endCall() {
        CALL.remove();
    }

    private enum Kind {
        OWN,
        OF_CLIENT_SERVICE
    }
}
