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
 * Hashes and verifies passwords, within the limits of the hash governor. A stored hash names its algorithm,
 * {@code {argon2id}…}. Imported hashes of {@code {bcrypt}} and {@code {pbkdf2}} therefore verify, too.
 */
@Component
public class Passwords {

    private static final Logger log = LoggerFactory.getLogger(Passwords.class);

    private final PasswordEncoder encoder;
    private final HashGovernor governor;
    private final UpgradeBudget upgrades;
    private final String dummyHash;

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
        this.dummyHash = encoder.encode("the password of no account");
        log.info("passwords are hashed by {}", function.name());
    }

    /** Throws the 503 problem of a full queue, before a request that needs a hash does any other work. */
    public void requireRoom(AddressPrefix client) {
        governor.requireRoom(client);
    }

    /** The number of further hashes of this client that would be accepted now. */
    int freePlaces(AddressPrefix client) {
        return governor.freePlaces(client);
    }

    /**
     * Computes the hash to store. Throws a 503 problem if hashing is saturated.
     *
     * @param client the client, by which the queue is fair
     */
    public String hash(String password, AddressPrefix client) {
        return governor.run(client, () -> encoder.encode(PasswordText.normalized(password)));
    }

    /**
     * Whether the password matches the stored hash. Without a stored hash, the result is false after the same work, so
     * that the time does not reveal whether an account exists. Throws a 503 problem if hashing is saturated.
     *
     * @param client the client, by which the queue is fair
     * @param beforeHash receives the check once the hash leaves the queue, and may still refuse
     */
    public boolean matches(
            String password, @Nullable String storedHash, AddressPrefix client, Predicate<BooleanSupplier> beforeHash) {
        boolean correct = governor.run(
                client,
                () -> beforeHash.test(() -> encoder.matches(
                        PasswordText.normalized(password), storedHash == null ? dummyHash : storedHash)));
        return correct && storedHash != null;
    }

    /**
     * Computes a stronger hash of a verified password. Empty if the stored hash is strong enough, the upgrade budget is
     * used up, or hashing is saturated. In the last two cases, a later sign-in may upgrade the hash.
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
