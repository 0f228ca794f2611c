package dev.haru.auth.recovery;

import dev.haru.auth.mail.LateValues;
import dev.haru.auth.mail.Mail;
import dev.haru.auth.mail.MailLinks;
import dev.haru.auth.mail.MailTemplate;
import dev.haru.platform.signing.SigningKeys;
import dev.haru.platform.token.Sha256;
import dev.haru.platform.token.TokenFormat;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Creates the token of a recovery at the delivery of its mail, if an account has the address. The token derives from a
 * signing secret and the id of the mail, so that each attempt sends the same link. A used link is not sent again.
 */
@Component
class RecoveryTokens implements LateValues {

    private static final String PURPOSE = "recovery-token";

    private final RecoveryStore store;
    private final SigningKeys keys;
    private final MailLinks links;

    RecoveryTokens(RecoveryStore store, SigningKeys keys, MailLinks links) {
        this.store = store;
        this.keys = keys;
        this.links = links;
    }

    /** Returns the hash of a token; empty for a text that is none. */
    static Optional<byte[]> hashOf(String token) {
        return TokenFormat.isWellFormed(TokenFormat.RECOVERY, token) ? Optional.of(Sha256.of(token)) : Optional.empty();
    }

    @Override
    public Set<MailTemplate> templates() {
        return Set.of(MailTemplate.RECOVERY, MailTemplate.ACCOUNT_SECURED);
    }

    @Override
    public Optional<Mail> complete(UUID id, Mail mail) {
        String token = TokenFormat.of(
                TokenFormat.RECOVERY, keys.sign(PURPOSE, id.toString().getBytes(StandardCharsets.US_ASCII)));
        byte[] hash = Sha256.of(token);
        if (!store.begin(mail.recipient().key(), hash, mail.expiresAt())) {
            return Optional.empty();
        }
        // The stored spelling, not that of the request: the owner of the stored address has confirmed it
        // (CVE-2019-19844).
        return store.verifiedEmailOf(hash)
                .map(stored -> mail.with(stored, Map.of("link", links.to("reset-password", mail.language(), token))));
    }
}
