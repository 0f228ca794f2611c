package dev.haru.auth.password;

import dev.haru.platform.address.AddressPrefix;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder.SecretKeyFactoryAlgorithm;
import org.springframework.stereotype.Component;

/**
 * Hashes and verifies passwords, under the governor. A stored hash names its algorithm, {@code {argon2id}…}, so hashes
 * of {@code {bcrypt}} and {@code {pbkdf2}} that were brought along verify, too.
 */
@Component
public class Passwords {

    private static final Logger log = LoggerFactory.getLogger(Passwords.class);

    private final PasswordEncoder encoder;
    private final HashGovernor governor;
    private final UpgradeBudget upgrades;
    private final String nobodysHash;

    Passwords(PasswordProperties properties, SecureRandom random, Clock clock, MeterRegistry meters) {
        PasswordProperties.Argon2id cost = properties.argon2id();
        Argon2id function = fastest(properties.libraries());
        PasswordEncoder byName = new DelegatingPasswordEncoder(
                "argon2id",
                Map.of(
                        "argon2id",
                        new Argon2idEncoder(
                                function,
                                new Argon2id.Cost(cost.memory(), cost.iterations(), cost.parallelism()),
                                random),
                        "bcrypt",
                        new BCryptPasswordEncoder(),
                        "pbkdf2",
                        new Pbkdf2PasswordEncoder("", 16, 600_000, SecretKeyFactoryAlgorithm.PBKDF2WithHmacSHA256)));
        this.governor = new HashGovernor(properties.governor(), meters);
        this.encoder = new YieldingEncoder(byName, new HashShare(), governor::isFlooded);
        this.upgrades = new UpgradeBudget(properties.upgradesPerSecond(), clock);
        this.nobodysHash = encoder.encode("the password of no account");
        log.info("passwords are hashed by {}", function.name());
    }

    /** Throws the 503 problem of a full queue before anything else is done for a call that needs a hash. */
    public void requireRoom(AddressPrefix client) {
        governor.requireRoom(client);
    }

    /** How many more hashes of this client would be accepted right now. */
    int freePlaces(AddressPrefix client) {
        return governor.freePlaces(client);
    }

    /**
     * The hash to store. Throws a 503 problem when too many wait.
     *
     * @param client whose turn it is; clients take turns
     */
    public String hash(String password, AddressPrefix client) {
        return governor.run(client, () -> encoder.encode(PasswordText.normalized(password)));
    }

    /**
     * Whether the password is the one behind the stored hash. Without a stored hash the answer is no, after the same
     * work, so that the time does not tell whether an account exists. Throws a 503 problem when too many wait.
     *
     * @param client whose turn it is; clients take turns
     * @param atItsTurn is given the check when the turn to hash has come, and may still refuse
     */
    public boolean matches(
            String password, @Nullable String storedHash, AddressPrefix client, Predicate<BooleanSupplier> atItsTurn) {
        boolean right = governor.run(
                client,
                () -> atItsTurn.test(() -> encoder.matches(
                        PasswordText.normalized(password), storedHash == null ? nobodysHash : storedHash)));
        return right && storedHash != null;
    }

    /**
     * A stronger hash of a password that was just found right, if the stored one is weak, the budget has room and not
     * too many wait: another time will do.
     */
    public Optional<String> upgraded(String password, String storedHash, AddressPrefix client) {
        if (!encoder.upgradeEncoding(storedHash) || !upgrades.take()) {
            return Optional.empty();
        }
        try {
            return Optional.of(hash(password, client));
        } catch (HashingSaturated busy) {
            return Optional.empty();
        }
    }

    private static Argon2id fastest(List<String> libraries) {
        for (String library : libraries) {
            try {
                return new NativeArgon2id(library);
            } catch (IllegalArgumentException missing) {
                log.info("no native Argon2 in {}", library);
            } catch (RuntimeException broken) {
                log.warn("native Argon2 in {} is not used: {}", library, broken.getMessage());
            }
        }
        return new JavaArgon2id();
    }
}
