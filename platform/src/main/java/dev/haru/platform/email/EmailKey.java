package dev.haru.platform.email;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.IDNA;
import com.ibm.icu.text.Normalizer2;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The keys of e-mail addresses: two spellings of one address have one key. The key has the local part in NFC and in
 * lower case, and the domain in its ASCII form (<a href="https://www.unicode.org/reports/tr46/">UTS #46</a>,
 * non-transitional processing, so that {@code ß} is not {@code ss}).
 */
public final class EmailKey {

    private static final Normalizer2 NFC = Normalizer2.getNFCInstance();

    private static final IDNA DOMAINS =
            IDNA.getUTS46Instance(IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ);

    /** There are names such as {@code r3---sn-4g5e.example}. The URL standard of WHATWG accepts them, too. */
    private static final Set<IDNA.Error> ACCEPTED = EnumSet.of(IDNA.Error.HYPHEN_3_4);

    private EmailKey() {}

    /**
     * Returns the key of a text, whose length the caller has bounded. A domain without an ASCII form is compared like a
     * local part, because an account from before may have it.
     */
    public static String of(String address) {
        int local = address.lastIndexOf('@') + 1;
        String domain = address.substring(local);
        return folded(address.substring(0, local)) + asciiDomain(domain).orElseGet(() -> folded(domain));
    }

    /** Returns the ASCII form of a domain in lower case; empty if UTS 46 refuses the domain. */
    public static Optional<String> asciiDomain(String domain) {
        IDNA.Info info = new IDNA.Info();
        String ascii = DOMAINS.nameToASCII(domain, new StringBuilder(), info).toString();
        boolean valid = ACCEPTED.containsAll(info.getErrors()) && (isAscii(domain) || isHostName(ascii));
        return valid ? Optional.of(ascii) : Optional.empty();
    }

    /** Some characters become punctuation, such as {@code ℀}, which becomes {@code a/c}. */
    private static boolean isHostName(String ascii) {
        return ascii.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.');
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    /** Normalises twice, because the lower case of a text in NFC need not be in NFC. */
    private static String folded(String text) {
        return NFC.normalize(UCharacter.toLowerCase(Locale.ROOT, NFC.normalize(text)));
    }
}
