package dev.haru.auth.event;

import dev.haru.platform.address.AddressPrefix;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Where a call came from: what an account's owner recognises a sign-in by.
 *
 * @param address a literal IP address; {@value #UNKNOWN} in place of any other text, so that all such callers count as
 *     one client and no text of theirs becomes a key
 */
public record Origin(
        String address,
        @Nullable String userAgent,
        @Nullable UUID sessionId) {

    static final String UNKNOWN = "0.0.0.0";

    private static final int LONGEST_USER_AGENT = 200;

    /** An IPv4 address mapped into IPv6, written in full. */
    private static final int LONGEST_ADDRESS = 45;

    public Origin {
        address = literal(address);
    }

    /** The origin of a request, of no session yet. */
    public static Origin of(HttpServletRequest request) {
        String userAgent = request.getHeader(HttpHeaders.USER_AGENT);
        return new Origin(
                request.getRemoteAddr(),
                userAgent == null ? null : userAgent.substring(0, Math.min(userAgent.length(), LONGEST_USER_AGENT)),
                null);
    }

    /** The part of the address that counts as one client. */
    public AddressPrefix client() {
        return AddressPrefix.of(address);
    }

    private static String literal(String address) {
        if (address.length() > LONGEST_ADDRESS) {
            return UNKNOWN;
        }
        try {
            InetAddress.ofLiteral(address);
            return address;
        } catch (IllegalArgumentException notLiteral) {
            return UNKNOWN;
        }
    }

    /** The same origin, of this session. */
    public Origin in(UUID sessionId) {
        return new Origin(address, userAgent, sessionId);
    }
}
