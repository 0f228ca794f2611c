package dev.haru.auth.passkey;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;

/** The response of an authenticator is not accepted: 401 in a sign-in, else 422. */
final class InvalidPasskey extends ProblemException {

    private InvalidPasskey(Ceremony ceremony, Message detail) {
        super(ceremony.refusal(), "invalid-passkey", detail);
    }

    /** The passkey is unknown, its signature is wrong, or its counter has decreased; the problem does not say which. */
    static InvalidPasskey of(Ceremony ceremony) {
        return new InvalidPasskey(ceremony, Message.of("detail.invalid-passkey"));
    }

    /** The same for an unknown, a used and an expired challenge, and for one of another ceremony, member or session. */
    static InvalidPasskey challenge(Ceremony ceremony) {
        return new InvalidPasskey(ceremony, Message.of("detail.invalid-passkey.challenge"));
    }

    /** The page has an origin that this deployment does not allow. */
    static InvalidPasskey origin(Ceremony ceremony) {
        return new InvalidPasskey(ceremony, Message.of("detail.invalid-passkey.origin"));
    }
}
