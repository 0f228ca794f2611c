package dev.haru.auth.factor;

import dev.haru.platform.code.Coded;
import java.util.Locale;

/** The kinds of second factors. */
public enum FactorKind implements Coded {
    /** A code of an authenticator app (RFC 6238). */
    TOTP,
    /** A passkey (WebAuthn). */
    PASSKEY,
    /** A recovery code, which works once. It is no factor of its own: an account has codes only beside a factor. */
    RECOVERY_CODE;

    /** Returns the code that the database and the API use. */
    @Override
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
