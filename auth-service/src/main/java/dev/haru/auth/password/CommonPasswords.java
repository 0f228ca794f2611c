package dev.haru.auth.password;

import com.nulabinc.zxcvbn.StandardDictionaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** The most common passwords, in lower case: the list of zxcvbn, from leaked passwords. */
final class CommonPasswords {

    private static final Set<String> LIST = load();

    private CommonPasswords() {}

    static boolean contain(String password) {
        return LIST.contains(password.toLowerCase(Locale.ROOT));
    }

    private static Set<String> load() {
        try {
            return new HashSet<>(StandardDictionaries.PASSWORDS_LOADER.load().getFrequencies());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
