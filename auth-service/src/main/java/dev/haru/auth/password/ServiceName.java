package dev.haru.auth.password;

import java.util.Locale;

/**
 * The name of the service, which an attacker tries in passwords first (<a
 * href="https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver">NIST SP 800-63B</a>, context-specific words).
 */
final class ServiceName {

    private static final String LATIN = "haru";
    private static final String KOREAN = "하루";

    private ServiceName() {}

    /**
     * Returns whether all letters of the password spell the name, once or more: {@code haru2026}, {@code HARU-haru!}.
     *
     * @param normal the password in its normalised form, whose length the caller has checked
     */
    static boolean makesUp(String normal) {
        String letters = normal.codePoints()
                .filter(Character::isLetter)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .toLowerCase(Locale.ROOT);
        return !letters.isEmpty()
                && letters.replace(LATIN, "").replace(KOREAN, "").isEmpty();
    }
}
