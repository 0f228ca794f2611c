package dev.haru.auth.mail;

import dev.haru.platform.email.EmailKey;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An address that any mail server accepts: ASCII only, with the domain in its ASCII form ({@link EmailKey}). An address
 * has no control character, so that it cannot add a header.
 *
 * @param text the address, at most {@value #LONGEST} characters
 */
public record MailAddress(String text) {

    /** RFC 5321, sections 4.5.3.1.1 and 4.5.3.1.3, with the angle brackets of the path. */
    private static final int LONGEST = 254;

    private static final int LONGEST_LOCAL_PART = 64;

    private static final Pattern PRINTABLE = Pattern.compile("[!-~]+");
    private static final Pattern HOST_NAME = Pattern.compile("[a-z0-9.-]+");

    /**
     * Returns the address; empty if the text is none, if its local part has letters outside of ASCII, or if its domain
     * has no ASCII form.
     */
    public static Optional<MailAddress> of(String text) {
        int at = text.lastIndexOf('@');
        if (text.length() > LONGEST || at < 1 || at > LONGEST_LOCAL_PART) {
            return Optional.empty();
        }
        String localPart = text.substring(0, at);
        return EmailKey.asciiDomain(text.substring(at + 1))
                .filter(domain -> HOST_NAME.matcher(domain).matches())
                .filter(_ -> PRINTABLE.matcher(localPart).matches())
                .map(domain -> localPart + '@' + domain)
                .filter(MailAddress::isAddress)
                .map(MailAddress::new);
    }

    /**
     * Returns the mailbox whose owner has confirmed an address, also if {@link #of} no longer takes the address for
     * this mailbox: earlier versions sent mails to the domain of IDNA 2003, which is in the key.
     *
     * @param key the unique key of the confirmed address
     */
    public static MailAddress ofVerified(String text, String key) {
        return of(text).filter(address -> address.key().equals(key)).orElseGet(() -> new MailAddress(key));
    }

    private static boolean isAddress(String ascii) {
        try {
            InternetAddress parsed = new InternetAddress(ascii, true);
            parsed.validate();
            // The parser skips comments and names.
            return ascii.length() <= LONGEST && ascii.equals(parsed.getAddress());
        } catch (AddressException notAnAddress) {
            return false;
        }
    }

    /** Returns the key of {@link EmailKey}: equal addresses have the same one, as mail servers ignore case. */
    public String key() {
        return EmailKey.of(text);
    }

    /** Without the address, so that no log line contains it. */
    @Override
    public String toString() {
        return "MailAddress[…]";
    }
}
