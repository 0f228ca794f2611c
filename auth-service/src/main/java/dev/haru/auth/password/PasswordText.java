package dev.haru.auth.password;

import java.text.Normalizer;

/** The text of a password, as it is entered and as it is hashed. */
public final class PasswordText {

    /**
     * UTF-16 units of a password as entered, before normalization, which takes quadratic time for a sequence of
     * combining marks. 128 characters that each decompose into four fit.
     */
    public static final int LONGEST = 512;

    private PasswordText() {}

    /**
     * The password in NFKC, as NIST SP 800-63B asks: the same characters, typed on another keyboard, are the same
     * password. Throws {@link IllegalArgumentException} for a longer text, which every form refuses.
     */
    public static String normalized(String entered) {
        if (entered.length() > LONGEST) {
            throw new IllegalArgumentException("a password has at most " + LONGEST + " UTF-16 units");
        }
        return Normalizer.normalize(entered, Normalizer.Form.NFKC);
    }
}
