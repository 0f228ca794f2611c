package dev.haru.member.auth;

import jakarta.servlet.http.HttpServletRequest;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * The request in which a member changes their own account. auth-service needs its session to check for a recent
 * confirmation, and its origin for the event.
 *
 * @param sessionId null for a personal access token, which belongs to no session
 */
public record MemberCall(
        UUID memberId,
        @Nullable UUID sessionId,
        String address,
        @Nullable String userAgent) {

    private static final int MAX_USER_AGENT_LENGTH = 200;

    /** Creates the member call of a request; cuts the user agent to 200 characters. */
    public static MemberCall of(TokenOwner owner, HttpServletRequest request) {
        String userAgent = request.getHeader(HttpHeaders.USER_AGENT);
        return new MemberCall(
                owner.memberId(),
                owner.scopes().ofSession() ? owner.sessionId() : null,
                request.getRemoteAddr(),
                userAgent == null ? null : userAgent.substring(0, Math.min(userAgent.length(), MAX_USER_AGENT_LENGTH)));
    }
}
