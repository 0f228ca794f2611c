package dev.haru.auth.password;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How passwords are hashed.
 *
 * @param argon2id the cost of a new hash
 * @param libraries native Argon2 libraries to try, in this order, each a path or a name that the loader finds; the Java
 *     implementation takes over when none is good
 * @param upgradesPerSecond weaker stored hashes that are replaced in a second at most, as their owners sign in
 * @param governor how many hashes run and wait
 */
@Validated
@ConfigurationProperties("haru.password")
record PasswordProperties(
        @Valid @DefaultValue Argon2id argon2id,
        @DefaultValue("libargon2.so.1") List<String> libraries,
        @Min(0) @DefaultValue("5") int upgradesPerSecond,
        @Valid @DefaultValue Governor governor) {

    /**
     * The cost of Argon2id. The default is one of the equivalent settings that the <a
     * href="https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html">OWASP Password Storage
     * Cheat Sheet</a> names, the one that takes the least processor time here.
     *
     * @param memory memory of one hash in KiB
     * @param iterations passes over the memory
     * @param parallelism lanes
     */
    record Argon2id(
            @Min(7168) @DefaultValue("7168") int memory,
            @Min(1) @DefaultValue("5") int iterations,
            @Min(1) @DefaultValue("1") int parallelism) {}

    /**
     * The bound on hashing.
     *
     * @param concurrency hashes at once; 0 means as many as the container has cores
     * @param queue hashes that may wait for their turn at most; fewer when the longest wait allows fewer
     * @param maxWait the longest wait for a turn
     */
    record Governor(
            @Min(0) @DefaultValue("0") int concurrency,
            @Min(1) @DefaultValue("1024") int queue,
            @NotNull @DefaultValue("6s") Duration maxWait) {}
}
