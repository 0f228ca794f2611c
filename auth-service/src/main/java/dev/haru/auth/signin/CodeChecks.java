package dev.haru.auth.signin;

import dev.haru.auth.event.Origin;
import dev.haru.auth.factor.RecoveryCodes;
import dev.haru.auth.factor.SecondFactorCheck;
import dev.haru.auth.totp.TotpFactor;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Selects the check of the code in a request. */
@Component
class CodeChecks {

    private final TotpFactor totp;
    private final RecoveryCodes recoveryCodes;

    CodeChecks(TotpFactor totp, RecoveryCodes recoveryCodes) {
        this.totp = totp;
        this.recoveryCodes = recoveryCodes;
    }

    /** Returns the check; empty if the request has no code. Throws the 400 problem if it has both. */
    Optional<SecondFactorCheck> of(@Nullable String code, @Nullable String recoveryCode, Origin origin) {
        if (code != null && recoveryCode != null) {
            throw InvalidRequest.field("recoveryCode", Message.of("field.one-code"));
        }
        if (code != null) {
            return Optional.of(account -> totp.passes(account, code));
        }
        return Optional.ofNullable(recoveryCode).map(given -> account -> recoveryCodes.use(account, given, origin));
    }

    /**
     * Returns the check of a code of the account's authenticator app; empty if the account has none, or without a code.
     */
    Optional<SecondFactorCheck> ofApp(UUID account, @Nullable String code) {
        return code == null ? Optional.empty() : totp.check(account, code);
    }

    /** As {@link #of}. Throws the 400 problem if the request has no code, too. */
    SecondFactorCheck required(@Nullable String code, @Nullable String recoveryCode, Origin origin) {
        return of(code, recoveryCode, origin)
                .orElseThrow(() -> InvalidRequest.field("code", Message.of("field.code-missing")));
    }
}
