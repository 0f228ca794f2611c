package dev.haru.auth.account;

import dev.haru.auth.mail.MailAddress;
import java.util.Locale;
import java.util.UUID;

/** The keys of verified e-mail addresses. */
final class VerifiedEmail {

    /** The id of no account. */
    static final UUID NO_ACCOUNT = new UUID(0, 0);

    private VerifiedEmail() {}

    /** Returns the unique key of an address. A text that is no address gets a key that no account has. */
    static String keyOf(String text) {
        return MailAddress.of(text).map(MailAddress::key).orElseGet(() -> text.toLowerCase(Locale.ROOT));
    }
}
