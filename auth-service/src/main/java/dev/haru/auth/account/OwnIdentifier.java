package dev.haru.auth.account;

import dev.haru.platform.email.EmailKey;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a password that is the nickname, an e-mail address, or the local part of an address of its account. Case and
 * compatibility forms do not matter. An attacker tries these passwords first (<a
 * href="https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver">NIST SP 800-63B</a>, context-specific words).
 */
final class OwnIdentifier {

    private OwnIdentifier() {}

    /** Throws the 400 problem for this field if the password is an identifier. The caller has bounded its length. */
    static void refuseAsPassword(String field, String password, String nickname, @Nullable String... emails) {
        String guess = keyOf(password);
        Stream<String> addresses =
                Arrays.stream(emails).filter(Objects::nonNull).flatMap(email -> Stream.of(email, localPartOf(email)));
        boolean own = Stream.concat(Stream.of(nickname), addresses)
                .anyMatch(identifier -> keyOf(identifier).equals(guess));
        if (own || isAddressIn(emails, password)) {
            throw InvalidRequest.field(field, Message.of("field.password.identifier"));
        }
    }

    /** Whether the password is another spelling of an address. */
    private static boolean isAddressIn(@Nullable String[] emails, String password) {
        String key = EmailKey.of(password);
        return Arrays.stream(emails).filter(Objects::nonNull).map(EmailKey::of).anyMatch(key::equals);
    }

    private static String localPartOf(String email) {
        return email.substring(0, Math.max(0, email.lastIndexOf('@')));
    }

    private static String keyOf(String text) {
        return Nickname.folded(Nickname.normalized(text));
    }
}
