package dev.haru.auth.account;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.Normalizer2;
import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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

    private static final Normalizer2 NFKC = Normalizer2.getNFKCInstance();

    private static final Pattern FORM = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]{1,39}");

    /** Throws {@link IllegalArgumentException} over {@link #LONGEST}, a length that every request form refuses. */
    static Nickname of(String text) {
        if (isTooLong(text)) {
            throw new IllegalArgumentException("a nickname has at most " + LONGEST + " code points");
        }
        String normal = normalized(text);
        return new Nickname(normal, folded(normal));
    }

    /**
     * Returns the key of a text: full case folding (<a href="https://www.unicode.org/versions/latest/">Unicode, section
     * 3.13</a>) in NFKC. The text need not be a valid nickname.
     */
    static String folded(String text) {
        // Upper case first, because people take i and the dotless ı for one letter, as both have the capital I.
        String capitals = UCharacter.toUpperCase(Locale.ROOT, NFKC.normalize(text));
        return NFKC.normalize(UCharacter.foldCase(capitals, true));
    }

    /**
     * Returns the key of the version before, which keeps {@code ẞ} and {@code ss} apart. Equal previous keys have equal
     * keys.
     */
    String previousKey() {
        return foldedBefore(text);
    }

    /** Returns the previous key of a text in NFKC. */
    static String foldedBefore(String normal) {
        return normalized(normal.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT));
    }

    /** Returns the key, and the previous one if it differs. */
    Set<String> keys() {
        return new LinkedHashSet<>(List.of(key, previousKey()));
    }

    /**
     * Returns the skeleton, which nicknames that look alike share. Unlike {@link #key}, it covers letters of other
     * scripts. It costs some 20 µs, so only a registration or a change of the nickname computes it.
     */
    String skeleton() {
        return Skeleton.of(text);
    }

    /** Returns the skeleton, and that of the version before if it differs. */
    Set<String> skeletons() {
        return new LinkedHashSet<>(List.of(skeleton(), Skeleton.before(text)));
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
