package dev.haru.member.auth;

import jakarta.servlet.http.HttpServletRequest;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * The call by which a member changes the own account: its session, for a fresh proof, and its origin, for the event.
 */
public record MemberCall(
        UUID memberId,
        @Nullable UUID sessionId,
        String address,
        @Nullable String userAgent) {

    private static final int LONGEST_USER_AGENT = 200;

    /** The call that this request is. */
    public static MemberCall of(TokenOwner owner, HttpServletRequest request) {
        String userAgent = request.getHeader(HttpHeaders.USER_AGENT);
        return new MemberCall(
                owner.memberId(),
                owner.sessionId(),
                request.getRemoteAddr(),
                userAgent == null ? null : userAgent.substring(0, Math.min(userAgent.length(), LONGEST_USER_AGENT)));
    }
}
