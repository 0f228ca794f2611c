package dev.haru.auth.event;

import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.request.HeaderText;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * The client that a request came from. An account's owner recognises a sign-in by its origin.
 *
 * @param address a literal IP address. {@value #UNKNOWN} replaces any other text: all such requests count as one
 *     client, and no such text becomes a key.
 */
public record Origin(
        String address,
        @Nullable String userAgent,
        @Nullable UUID sessionId) {

    static final String UNKNOWN = "0.0.0.0";

    /** In code points. */
    private static final int LONGEST_USER_AGENT = 200;

    /** The length of an IPv4 address that is mapped into IPv6 and written in full. */
    private static final int LONGEST_ADDRESS = 45;

    public Origin {
        address = literal(address);
    }

    /** Returns the origin of a request, without a session. */
    public static Origin of(HttpServletRequest request) {
        return new Origin(
                request.getRemoteAddr(),
                HeaderText.of(request.getHeader(HttpHeaders.USER_AGENT), LONGEST_USER_AGENT),
                null);
    }

    /** Returns the part of the address that counts as one client. */
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

    /** Returns this origin with a session. */
    public Origin in(UUID sessionId) {
        return new Origin(address, userAgent, sessionId);
    }
}
