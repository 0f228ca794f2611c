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
 * Password hashing.
 *
 * @param argon2id the cost of a new hash
 * @param libraries native Argon2 libraries in order of preference, each a path or a name that the loader finds; without
 *     a suitable library, the Java implementation applies
 * @param upgradesPerSecond maximum of stored hashes with a lower cost that sign-ins replace in a second
 * @param governor limits of concurrent and queued hashes
 * @param breached filters of passwords of breaches, which {@code tools/breached-passwords} generates, as locations of
 *     resources in order of preference; the first that exists applies, and without one no such password is refused
 */
@Validated
@ConfigurationProperties("haru.password")
record PasswordProperties(
        @Valid @DefaultValue Argon2id argon2id,
        @DefaultValue("libargon2.so.1") List<String> libraries,
        @Min(0) @DefaultValue("5") int upgradesPerSecond,
        @Valid @DefaultValue Governor governor,
        @DefaultValue("classpath:breached-passwords.filter") List<String> breached) {

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
     * The limits of password hashing.
     *
     * @param concurrency concurrent hashes; 0 is the number of cores of the container
     * @param queue maximum of hashes in the queue; lower if the longest wait allows fewer
     * @param maxWait the longest wait in the queue
     */
    record Governor(
            @Min(0) @DefaultValue("0") int concurrency,
            @Min(1) @DefaultValue("1024") int queue,
            @NotNull @DefaultValue("6s") Duration maxWait) {}
}
