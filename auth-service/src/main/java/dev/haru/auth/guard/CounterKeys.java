package dev.haru.auth.guard;

import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.token.Sha256;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The names under which failures are counted, in Redis and in memory. */
final class CounterKeys {

    private static final String NAMESPACE = "haru:login-guard:";
    private static final int DIGEST_BYTES = 15;

    private CounterKeys() {}

    /** The counters of an address prefix, of an account, or of both. */
    static Map<Counter, String> of(@Nullable String prefix, @Nullable String account) {
        Map<Counter, String> keys = new EnumMap<>(Counter.class);
        if (prefix != null) {
            keys.put(Counter.ADDRESS, NAMESPACE + "address:" + prefix);
        }
        if (account != null) {
            keys.put(Counter.ACCOUNT, NAMESPACE + "account:" + digest(account));
        }
        if (prefix != null && account != null) {
            keys.put(Counter.PAIR, NAMESPACE + "pair:" + prefix + ":" + digest(account));
        }
        return keys;
    }

    /** The counter of a known device. */
    static Map<Counter, String> ofDevice(String device) {
        return Map.of(Counter.DEVICE, NAMESPACE + "device:" + device);
    }

    /** The counter of confirmations of an account's password from an address prefix. */
    static Map<Counter, String> ofConfirmation(String prefix, UUID account) {
        return Map.of(Counter.PAIR, NAMESPACE + "pair:" + prefix + ":" + digest(account.toString()));
    }

    /** The prefix of an address, or the text itself when it is no literal address. */
    static String prefixOf(String address) {
        try {
            return AddressPrefix.of(address).text();
        } catch (IllegalArgumentException notLiteral) {
            return address;
        }
    }

    /** Short whatever a client calls an account, and no nickname can be read out of Redis. */
    private static String digest(String account) {
        return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(Sha256.of(account), DIGEST_BYTES));
    }
}
