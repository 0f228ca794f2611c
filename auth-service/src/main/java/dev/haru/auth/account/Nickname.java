package dev.haru.auth.account;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A nickname in NFKC, and its unique key. Nicknames that differ only in case or in compatibility forms have the same
 * key (<a href="https://www.unicode.org/reports/tr15/">UAX #15</a>).
 *
 * @param text the nickname in NFKC, with upper and lower case as its owner wrote it
 * @param key unique among all accounts
 */
record Nickname(String text, String key) {

    /** Maximum length of a nickname as entered, before normalisation, in code points. */
    static final int LONGEST = 200;

    private static final Pattern FORM = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]{1,39}");

    /** Throws {@link IllegalArgumentException} over {@link #LONGEST}, a length that every request form refuses. */
    static Nickname of(String text) {
        if (isTooLong(text)) {
            throw new IllegalArgumentException("a nickname has at most " + LONGEST + " code points");
        }
        String normal = normalized(text);
        return new Nickname(normal, folded(normal));
    }

    /** Returns the key of a text in NFKC. The text need not be a valid nickname. */
    static String folded(String normal) {
        // Upper case first: lower case alone would keep ß and ss, and the two forms of sigma, apart.
        return normalized(normal.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the skeleton, which nicknames that look alike share. Unlike {@link #key}, it covers letters of other
     * scripts. It costs some 20 µs, so only a registration or a change of the nickname computes it.
     */
    String skeleton() {
        return Skeleton.of(text);
    }

    static boolean isValid(String text) {
        return !isTooLong(text) && !hasIgnorable(text) && isNormalValid(normalized(text));
    }

    private static boolean isNormalValid(String normal) {
        return !hasIgnorable(normal) && FORM.matcher(normal).matches();
    }

    /**
     * Whether the text has a character that draws nothing, such as a Hangul filler, which is a letter. NFKC maps some
     * characters to others that draw nothing, and removes none of them.
     */
    private static boolean hasIgnorable(String text) {
        return text.codePoints()
                .anyMatch(character -> UCharacter.hasBinaryProperty(character, UProperty.DEFAULT_IGNORABLE_CODE_POINT));
    }

    /** Returns whether {@link #of} takes the text. */
    static boolean isWithinLimit(String text) {
        return !isTooLong(text);
    }

    private static boolean isTooLong(String text) {
        return text.codePointCount(0, text.length()) > LONGEST;
    }

    static String normalized(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC);
    }
}
