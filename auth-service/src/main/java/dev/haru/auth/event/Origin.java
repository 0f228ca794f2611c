package dev.haru.auth.event;

import dev.haru.platform.address.AddressPrefix;
import jakarta.servlet.http.HttpServletRequest;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** Where a call came from: what an account's owner recognises a sign-in by. */
public record Origin(
        String address,
        @Nullable String userAgent,
        @Nullable UUID sessionId) {

    private static final int LONGEST_USER_AGENT = 200;

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

    /** The same origin, of this session. */
    public Origin in(UUID sessionId) {
        return new Origin(address, userAgent, sessionId);
    }
}
