package dev.haru.auth.passkey;

import org.springframework.http.HttpStatus;

/** The uses of a challenge. A challenge of one ceremony is invalid in all others. */
enum Ceremony {
    REGISTRATION(HttpStatus.UNPROCESSABLE_CONTENT),
    CONFIRMATION(HttpStatus.UNPROCESSABLE_CONTENT),
    SIGN_IN(HttpStatus.UNAUTHORIZED),
    SECOND_FACTOR(HttpStatus.UNAUTHORIZED);

    private final HttpStatus refusal;

    Ceremony(HttpStatus refusal) {
        this.refusal = refusal;
    }

    /**
     * The status of a refused response. It is 422 where the request has an access token: clients refresh their tokens
     * after 401.
     */
    HttpStatus refusal() {
        return refusal;
    }
}
