package dev.haru.auth.password;

import java.text.Normalizer;

/** Limits and normalises the text of a password. */
public final class PasswordText {

    /**
     * Maximum of code points of an entered password, before normalisation. The limit exists because normalisation takes
     * quadratic time for a sequence of combining marks. 128 characters of which each decomposes into four fit.
     */
    public static final int LONGEST = 512;

    private PasswordText() {}

    /**
     * The password in NFKC, as NIST SP 800-63B requires, so that the same characters from another keyboard are the same
     * password. Throws {@link IllegalArgumentException} for a longer text; every request form refuses such a text
     * first.
     */
    public static String normalized(String entered) {
        if (isTooLong(entered)) {
            throw new IllegalArgumentException("a password has at most " + LONGEST + " code points");
        }
        return Normalizer.normalize(entered, Normalizer.Form.NFKC);
    }

    static boolean isTooLong(String entered) {
        return entered.codePointCount(0, entered.length()) > LONGEST;
    }
}
