package dev.haru.auth.password;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Encodes Argon2id hashes in the PHC string format, {@code $argon2id$v=19$m=…,t=…,p=…$salt$hash}. Spring Security's own
 * encoder reads and writes this format, too.
 */
final class Argon2idEncoder implements PasswordEncoder {

    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final Pattern FORM = Pattern.compile(
            "\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,3}),p=(\\d{1,2})\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");
    private static final Base64.Encoder BASE64 = Base64.getEncoder().withoutPadding();

    private final Argon2id function;
    private final Argon2id.Cost cost;
    private final SecureRandom random;

    Argon2idEncoder(Argon2id function, Argon2id.Cost cost, SecureRandom random) {
        this.function = function;
        this.cost = cost;
        this.random = random;
    }

    @Override
    public String encode(@Nullable CharSequence password) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        byte[] hash = function.hash(bytes(password), salt, cost, HASH_BYTES);
        return "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
                .formatted(
                        cost.memory(),
                        cost.iterations(),
                        cost.parallelism(),
                        BASE64.encodeToString(salt),
                        BASE64.encodeToString(hash));
    }

    @Override
    public boolean matches(@Nullable CharSequence password, @Nullable String stored) {
        Matcher form = FORM.matcher(stored == null ? "" : stored);
        if (!form.matches()) {
            return false;
        }
        byte[] expected = Base64.getDecoder().decode(form.group(5));
        byte[] actual = function.hash(
                bytes(password), Base64.getDecoder().decode(form.group(4)), costOf(form), expected.length);
        return MessageDigest.isEqual(expected, actual);
    }

    /** Whether the stored hash is weaker than a new one: lower in memory or iterations, and not higher in the other. */
    @Override
    public boolean upgradeEncoding(@Nullable String stored) {
        Matcher form = FORM.matcher(stored == null ? "" : stored);
        if (!form.matches()) {
            return true;
        }
        Argon2id.Cost old = costOf(form);
        return old.memory() <= cost.memory()
                && old.iterations() <= cost.iterations()
                && (old.memory() < cost.memory() || old.iterations() < cost.iterations());
    }

    private static Argon2id.Cost costOf(Matcher form) {
        return new Argon2id.Cost(
                Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)), Integer.parseInt(form.group(3)));
    }

    private static byte[] bytes(@Nullable CharSequence password) {
        return (password == null ? "" : password.toString()).getBytes(StandardCharsets.UTF_8);
    }
}
