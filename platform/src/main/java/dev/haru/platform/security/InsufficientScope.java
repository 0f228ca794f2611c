package dev.haru.platform.security;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * The personal access token does not permit the call: 403 with the challenge of <a
 * href="https://www.rfc-editor.org/rfc/rfc6750#section-3.1">RFC 6750, section 3.1</a>.
 */
public final class InsufficientScope extends ProblemException {

    private static final String CHALLENGE = "Bearer error=\"insufficient_scope\"";

    private InsufficientScope(Message detail, String challenge) {
        super(HttpStatus.FORBIDDEN, "insufficient-scope", detail);
        getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, challenge);
    }

    /** The token lacks this scope. */
    static InsufficientScope missing(Scope scope) {
        return new InsufficientScope(
                Message.of("detail.insufficient-scope", scope.code()), CHALLENGE + ", scope=\"" + scope.code() + '"');
    }

    /** The call needs an access token of a session. */
    public static InsufficientScope sessionRequired() {
        return new InsufficientScope(Message.of("detail.insufficient-scope.session"), CHALLENGE);
    }
}
