package dev.haru.auth.totp;

import dev.haru.auth.account.Accounts;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.bouncycastle.util.encoders.Base32;
import org.springframework.stereotype.Component;
import org.springframework.web.util.UriUtils;

/**
 * The URI of a secret for authenticator apps (<a
 * href="https://github.com/google/google-authenticator/wiki/Key-Uri-Format">Key URI Format</a>).
 */
@Component
class TotpUri {

    private final Accounts accounts;
    private final TotpProperties properties;

    TotpUri(Accounts accounts, TotpProperties properties) {
        this.accounts = accounts;
        this.properties = properties;
    }

    /** Returns the URI, which names the deployment and the nickname. */
    String of(UUID account, byte[] secret) {
        String issuer = encoded(properties.issuer());
        return "otpauth://totp/%s:%s?secret=%s&issuer=%s&algorithm=SHA1&digits=%d&period=%d"
                .formatted(
                        issuer,
                        encoded(accounts.nicknameOf(account)),
                        Base32.toBase32String(secret),
                        issuer,
                        Totp.DIGITS,
                        Totp.STEP.toSeconds());
    }

    private static String encoded(String text) {
        return UriUtils.encode(text, StandardCharsets.UTF_8);
    }
}
