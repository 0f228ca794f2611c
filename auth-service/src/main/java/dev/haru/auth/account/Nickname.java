package dev.haru.auth.account;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A nickname in NFKC and the key under which it is unique, in which case and compatibility forms do not count (<a
 * href="https://www.unicode.org/reports/tr15/">UAX #15</a>).
 *
 * @param text as its owner writes it
 * @param key what no two accounts share
 */
record Nickname(String text, String key) {

    static final String RULE = "must have 2 to 40 letters, digits, '_', '.' or '-' and start with a letter or digit";

    /** UTF-16 units of a nickname as entered, before normalization. */
    static final int LONGEST = 200;

    private static final Pattern FORM = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]{1,39}");

    /** Throws {@link IllegalArgumentException} for a text over {@link #LONGEST}, which every form refuses. */
    static Nickname of(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException("a nickname has at most " + LONGEST + " UTF-16 units");
        }
        String normal = normalized(text);
        return new Nickname(normal, folded(normal));
    }

    /** The key of a text in NFKC, also of one that is no nickname. */
    static String folded(String normal) {
        // Upper before lower case folds what lower case alone leaves apart, such as ß and ss or the two sigmas.
        return normalized(normal.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT));
    }

    /**
     * What a nickname that looks the same has, too; {@link #key} does not cover other scripts. Costs some 20 µs, so
     * only changes of a nickname compute it.
     */
    String skeleton() {
        return Skeleton.of(text);
    }

    static boolean isValid(String text) {
        return text.length() <= LONGEST && FORM.matcher(normalized(text)).matches();
    }

    static String normalized(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC);
    }
}
