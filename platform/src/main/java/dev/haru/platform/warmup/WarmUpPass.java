package dev.haru.platform.warmup;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.haru.platform.token.TokenFormat;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;

/**
 * By which a process knows its own calls while it warms up: 256 random bits that never leave it, which it forgets
 * before it becomes ready. Closed until then and ever after.
 */
public final class WarmUpPass {

    static final String HEADER = "X-Warm-Up";

    /** What the header says to a neighbour, to whom the secret is of no use. */
    static final String TO_NEIGHBOUR = "neighbour";

    private static final ThreadLocal<@Nullable Practice> PRACTICE = new ThreadLocal<>();

    private volatile @Nullable Open open;

    WarmUpPass() {}

    /** Opens it for calls that are made with this secret. */
    String open(OAuth2AuthenticatedPrincipal visitor) {
        String secret = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());
        open = new Open(secret, visitor);
        return secret;
    }

    /** From now on no call is an own one. */
    void close() {
        open = null;
    }

    /** Whether the process is warming up. */
    public boolean isOpen() {
        return open != null;
    }

    /** Whether this thread serves a call that the process makes to itself. */
    public boolean isOwnCall() {
        return isOpen() && PRACTICE.get() == Practice.OWN;
    }

    /** Whether this thread serves a call that somebody makes for practice: this process or a neighbour. */
    public static boolean isPractice() {
        return PRACTICE.get() != null;
    }

    /** The one who makes the process's own calls, if this is its token. */
    public Optional<OAuth2AuthenticatedPrincipal> visitor(String token) {
        Open now = open;
        return now != null && isOwnCall() && now.fits(token) ? Optional.of(now.visitor) : Optional.empty();
    }

    boolean fits(String secret) {
        Open now = open;
        return now != null && now.fits(secret);
    }

    static void beginOwnCall() {
        PRACTICE.set(Practice.OWN);
    }

    static void beginNeighboursCall() {
        PRACTICE.set(Practice.NEIGHBOURS);
    }

    static void endCall() {
        PRACTICE.remove();
    }

    private enum Practice {
        OWN,
        NEIGHBOURS
    }

    private static final class Open {

        private final byte[] secret;
        private final OAuth2AuthenticatedPrincipal visitor;

        Open(String secret, OAuth2AuthenticatedPrincipal visitor) {
            this.secret = secret.getBytes(US_ASCII);
            this.visitor = visitor;
        }

        /** Takes the same time however much of it is right. */
        boolean fits(String offered) {
            return MessageDigest.isEqual(secret, offered.getBytes(US_ASCII));
        }
    }
}
