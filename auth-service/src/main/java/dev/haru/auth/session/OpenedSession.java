package dev.haru.auth.session;

import dev.haru.auth.device.DeviceCookie;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/** The tokens of a new session, and a device cookie if the client needs a new one. */
public record OpenedSession(TokenResponse tokens, Optional<DeviceCookie> device) {

    /** Returns the response of a successful sign-in. */
    public ResponseEntity<TokenResponse> response() {
        ResponseEntity.BodyBuilder response = ResponseEntity.ok();
        device.ifPresent(cookie -> response.header(HttpHeaders.SET_COOKIE, cookie.header()));
        return response.body(tokens);
    }
}
