package dev.haru.auth.factor;

import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.platform.token.Sha256;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.bouncycastle.util.encoders.Base32;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Creates and checks recovery codes (look-up secrets, <a
 * href="https://pages.nist.gov/800-63-4/sp800-63b.html#lookupsecrets">NIST SP 800-63B</a>). A code has 80 random bits,
 * so a SHA-256 with the account id is enough: all codes of a copied table together need 2^76 hashes on average for the
 * first hit. A key would add little, and its loss would end all codes.
 */
@Component
public class RecoveryCodes {

    /** Number of codes of an account. */
    static final int COUNT = 10;

    private static final int BYTES = 10;
    private static final Pattern SEPARATOR = Pattern.compile("[\\s-]");
    private static final Pattern GROUPS = Pattern.compile("(.{4})(?=.)");

    private final RecoveryCodeStore store;
    private final SecurityEvents events;
    private final SecureRandom random;
    private final Clock clock;

    RecoveryCodes(RecoveryCodeStore store, SecurityEvents events, SecureRandom random, Clock clock) {
        this.store = store;
        this.events = events;
        this.random = random;
        this.clock = clock;
    }

    /**
     * Replaces all codes of an account, in the current transaction. Returns the new codes, which nobody can read later.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    List<String> replace(UUID account) {
        List<String> codes = new ArrayList<>(COUNT);
        while (codes.size() < COUNT) {
            byte[] secret = new byte[BYTES];
            random.nextBytes(secret);
            codes.add(grouped(Base32.toBase32String(secret).toLowerCase(Locale.ROOT)));
        }
        store.replace(account, codes.stream().map(code -> hash(account, code)).toList(), clock.instant());
        return codes;
    }

    /** Uses a code. Returns false if it is wrong or was used before. Case, spaces and hyphens do not matter. */
    public boolean use(UUID account, String code, Origin origin) {
        boolean used = store.use(account, hash(account, code), clock.instant());
        if (used) {
            events.append(account, Kind.RECOVERY_CODE_USED, origin);
        }
        return used;
    }

    private static byte[] hash(UUID account, String code) {
        return Sha256.of(account + " " + SEPARATOR.matcher(code).replaceAll("").toLowerCase(Locale.ROOT));
    }

    private static String grouped(String code) {
        return GROUPS.matcher(code).replaceAll("$1-");
    }
}
