package dev.haru.member.auth;

import dev.haru.platform.request.HeaderText;
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

    /** Creates the member call of a request; cuts the user agent to 200 code points. */
    public static MemberCall of(TokenOwner owner, HttpServletRequest request) {
        return new MemberCall(
                owner.memberId(),
                owner.scopes().ofSession() ? owner.sessionId() : null,
                request.getRemoteAddr(),
                HeaderText.of(request.getHeader(HttpHeaders.USER_AGENT), MAX_USER_AGENT_LENGTH));
    }
}
