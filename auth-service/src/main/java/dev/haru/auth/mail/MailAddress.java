package dev.haru.auth.mail;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.net.IDN;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;

/**
 * An address that any mail server accepts: ASCII only, with an international domain in its ASCII form (<a
 * href="https://www.rfc-editor.org/rfc/rfc3490">RFC 3490</a>, IDNA 2003). IDNA 2003 replaces some characters, for
 * example {@code ß} with {@code ss}, which is another domain in <a href="https://www.rfc-editor.org/rfc/rfc5891">RFC
 * 5891</a> (IDNA 2008). A domain with such a character is refused. An address has no control character, so that it
 * cannot add a header.
 *
 * @param text the address, at most {@value #LONGEST} characters
 */
public record MailAddress(String text) {

    /** RFC 5321, sections 4.5.3.1.1 and 4.5.3.1.3, with the angle brackets of the path. */
    private static final int LONGEST = 254;

    private static final int LONGEST_LOCAL_PART = 64;

    /**
     * Returns the address; empty if the text is none, if its local part has letters outside of ASCII, or if the ASCII
     * form of its domain can be another domain.
     */
    public static Optional<MailAddress> of(String text) {
        int at = text.lastIndexOf('@');
        if (text.length() > LONGEST || at < 1 || at > LONGEST_LOCAL_PART) {
            return Optional.empty();
        }
        try {
            String domain = text.substring(at + 1);
            String asciiDomain = IDN.toASCII(domain, IDN.USE_STD3_ASCII_RULES);
            String ascii = text.substring(0, at) + '@' + asciiDomain;
            boolean printable = ascii.chars().allMatch(c -> c > ' ' && c < 0x7f) && ascii.length() <= LONGEST;
            if (!printable || ascii.endsWith("@") || isMapped(domain, asciiDomain)) {
                return Optional.empty();
            }
            InternetAddress parsed = new InternetAddress(ascii, true);
            parsed.validate();
            // The parser skips comments and names.
            return ascii.equals(parsed.getAddress()) ? Optional.of(new MailAddress(ascii)) : Optional.empty();
        } catch (AddressException | IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }

    /** Whether IDNA 2003 has replaced characters of the domain, apart from their case and canonical form. */
    private static boolean isMapped(String domain, String ascii) {
        return !domain.equals(ascii)
                && !lowerCase(IDN.toUnicode(ascii))
                        .equals(lowerCase(Normalizer.normalize(domain, Normalizer.Form.NFC)));
    }

    private static String lowerCase(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** Returns the text that is the same for equal addresses: in lower case, as mail servers treat local parts. */
    public String key() {
        return lowerCase(text);
    }

    /** Without the address, so that no log line contains it. */
    @Override
    public String toString() {
        return "MailAddress[…]";
    }
}
