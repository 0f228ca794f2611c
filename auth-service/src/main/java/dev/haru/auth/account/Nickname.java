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

    private static final Pattern FORM = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]{1,39}");

    static Nickname of(String text) {
        String normal = normalized(text);
        // Upper before lower case folds what lower case alone leaves apart, such as ß and ss or the two sigmas.
        String folded = normal.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return new Nickname(normal, normalized(folded));
    }

    static boolean isValid(String text) {
        return FORM.matcher(normalized(text)).matches();
    }

    private static String normalized(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC);
    }
}
