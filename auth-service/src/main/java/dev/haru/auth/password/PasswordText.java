package dev.haru.auth.password;

import java.text.Normalizer;

/** Limits and normalizes the text of a password. */
public final class PasswordText {

    /**
     * Maximum of UTF-16 units of an entered password, before normalization. The limit exists because normalization
     * takes quadratic time for a sequence of combining marks. 128 characters of which each decomposes into four fit.
     */
    public static final int LONGEST = 512;

    private PasswordText() {}

    /**
     * The password in NFKC, as NIST SP 800-63B requires, so that the same characters from another keyboard are the same
     * password. Throws {@link IllegalArgumentException} for a longer text; every request form refuses such a text
     * first.
     */
    public static String normalized(String entered) {
        if (entered.length() > LONGEST) {
            throw new IllegalArgumentException("a password has at most " + LONGEST + " UTF-16 units");
        }
        return Normalizer.normalize(entered, Normalizer.Form.NFKC);
    }
}
