package dev.haru.auth.guard;

import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.token.Sha256;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the login guard's counters, in Redis and in memory.
 *
 * <p>Longer than 120 lines because the names of all keys are in one place.
 */
final class CounterKeys {

    private static final String NAMESPACE = "haru:login-guard:";

    /** This key exists in Redis while password spraying is detected. */
    static final String SPRAYING = NAMESPACE + "spraying";

    static final String ALL = NAMESPACE + "all";

    private static final int DIGEST_BYTES = 15;

    private CounterKeys() {}

    /** The counters of an address prefix, of an account, and of the pair of both. */
    static Map<Counter, String> of(@Nullable String prefix, @Nullable String account) {
        Map<Counter, String> keys = new EnumMap<>(Counter.class);
        if (prefix != null) {
            keys.put(Counter.ADDRESS, NAMESPACE + "address:" + prefix);
            keys.put(Counter.UNSOLVED, ofUnsolved(prefix));
        }
        if (account != null) {
            keys.put(Counter.ACCOUNT, NAMESPACE + "account:" + digest(account));
        }
        if (prefix != null && account != null) {
            keys.put(Counter.PAIR, pair(prefix, digest(account)));
        }
        return keys;
    }

    /** The counters of {@link #of}, and the counter of registrations from the prefix. */
    static Map<Counter, String> withSignUps(@Nullable String prefix, @Nullable String account) {
        Map<Counter, String> keys = of(prefix, account);
        if (prefix != null) {
            keys.put(Counter.SIGN_UP, ofSignUps(prefix));
        }
        return keys;
    }

    /** The counters that an operator sees. */
    static Map<Counter, String> ofOperator(@Nullable String prefix, @Nullable String account) {
        Map<Counter, String> keys = withSignUps(prefix, account);
        keys.put(Counter.ALL, ALL);
        return keys;
    }

    /** The counter of a known device. */
    static Map<Counter, String> ofDevice(String device) {
        return Map.of(Counter.DEVICE, NAMESPACE + "device:" + device);
    }

    /** The counters of a confirmation: of the account, of the address prefix, and of the pair of both. */
    static Map<Counter, String> ofConfirmation(@Nullable String prefix, UUID account) {
        String digest = digest(account.toString());
        Map<Counter, String> keys = new EnumMap<>(Counter.class);
        if (prefix != null) {
            keys.put(Counter.ADDRESS, NAMESPACE + "address:" + prefix);
            keys.put(Counter.PAIR, pair(prefix, digest));
        }
        keys.put(Counter.CONFIRMATION, NAMESPACE + "confirmation:" + digest);
        return keys;
    }

    /** The counter of one wrong password, identified by its HMAC, and the counter of all wrong passwords. */
    static Map<Counter, String> ofPassword(byte[] hmac) {
        Map<Counter, String> keys = new EnumMap<>(Counter.class);
        keys.put(Counter.PASSWORD, NAMESPACE + "password:" + encoded(hmac));
        keys.put(Counter.ALL, ALL);
        return keys;
    }

    /** The counters of sign-ins to an account, from all addresses and from this prefix; not that of the prefix. */
    static List<String> ofAccount(String prefix, String nicknameKey) {
        Map<Counter, String> keys = of(prefix, nicknameKey);
        return List.of(require(keys, Counter.ACCOUNT), require(keys, Counter.PAIR));
    }

    /** The counters of confirmations of an account, in total and from this prefix. */
    static List<String> ofAccount(String prefix, UUID account) {
        Map<Counter, String> keys = ofConfirmation(prefix, account);
        return List.of(require(keys, Counter.CONFIRMATION), require(keys, Counter.PAIR));
    }

    static String ofUnsolved(String prefix) {
        return NAMESPACE + "unsolved:" + prefix;
    }

    /** The counter of registrations from an address prefix. */
    static String ofSignUps(String prefix) {
        return NAMESPACE + "sign-up:" + prefix;
    }

    /** The prefix of an address, or the text itself if it is not a literal address. */
    static String prefixOf(String address) {
        try {
            return AddressPrefix.of(address).text();
        } catch (IllegalArgumentException notLiteral) {
            return address;
        }
    }

    /**
     * The digest of an account. Its length is fixed whatever account name the client sends, and Redis stores no
     * readable nickname.
     */
    static String digest(String account) {
        return encoded(Sha256.of(account));
    }

    private static String require(Map<Counter, String> keys, Counter counter) {
        return Objects.requireNonNull(keys.get(counter));
    }

    private static String pair(String prefix, String digest) {
        return NAMESPACE + "pair:" + prefix + ":" + digest;
    }

    private static String encoded(byte[] digest) {
        return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(digest, DIGEST_BYTES));
    }
}
