package dev.haru.auth.password;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder.SecretKeyFactoryAlgorithm;

/**
 * Measures the processor time of a hash by implementation and cost, in turn in one process: {@code make bench
 * NAME=hash}. The name keeps this class out of {@code make test}.
 */
class HashBenchmark {

    private static final int ROUNDS = 12;
    private static final int HASHES = 5;
    private static final byte[] PASSWORD = "password12345678".getBytes(StandardCharsets.UTF_8);
    private static final byte[] SALT = "0123456789abcdef".getBytes(StandardCharsets.UTF_8);

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @Test
    void processorTimeOfAHash() {
        List<Candidate> candidates = candidates();
        double[][] millis = new double[candidates.size()][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < candidates.size(); i++) {
                millis[i][round] = measure(candidates.get(i).hash());
            }
        }
        StringBuilder table = new StringBuilder("\n| Implementation | Cost | CPU ms per hash |\n| --- | --- | --- |\n");
        for (int i = 0; i < candidates.size(); i++) {
            Arrays.sort(millis[i]);
            Candidate candidate = candidates.get(i);
            table.append("| %s | %s | %.1f |%n".formatted(candidate.name(), candidate.cost(), millis[i][ROUNDS / 2]));
        }
        LoggerFactory.getLogger(HashBenchmark.class).info("{}", table);
    }

    private double measure(Runnable hash) {
        long begun = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < HASHES; i++) {
            hash.run();
        }
        return (threads.getCurrentThreadCpuTime() - begun) / 1e6 / HASHES;
    }

    private static List<Candidate> candidates() {
        List<Candidate> all = new ArrayList<>();
        for (Argon2id.Cost cost : List.of(new Argon2id.Cost(7168, 5, 1), new Argon2id.Cost(19_456, 2, 1))) {
            String name = "m=%d KiB, t=%d, p=%d".formatted(cost.memory(), cost.iterations(), cost.parallelism());
            all.add(of(
                    "Spring's Argon2PasswordEncoder",
                    name,
                    new Argon2PasswordEncoder(16, 32, cost.parallelism(), cost.memory(), cost.iterations())));
            all.add(of("Bouncy Castle (fallback)", name, new JavaArgon2id(), cost));
            addNative(all, "libargon2, Debian's build", "libargon2.so.1", name, cost);
            addNative(all, "libargon2, make argon2", System.getProperty("haru.bench.library", ""), name, cost);
        }
        all.add(of("bcrypt", "10", new BCryptPasswordEncoder(10)));
        all.add(of(
                "PBKDF2-HMAC-SHA256",
                "600,000",
                new Pbkdf2PasswordEncoder("", 16, 600_000, SecretKeyFactoryAlgorithm.PBKDF2WithHmacSHA256)));
        return all;
    }

    private static void addNative(
            List<Candidate> all, String name, String library, String costName, Argon2id.Cost cost) {
        try {
            all.add(of(name, costName, new NativeArgon2id(library), cost));
        } catch (IllegalArgumentException missing) {
            LoggerFactory.getLogger(HashBenchmark.class).info("no {}", name);
        }
    }

    private static Candidate of(String name, String costName, Argon2id function, Argon2id.Cost cost) {
        return new Candidate(name, costName, () -> function.hash(PASSWORD, SALT, cost, 32));
    }

    private static Candidate of(String name, String costName, PasswordEncoder encoder) {
        return new Candidate(name, costName, () -> encoder.encode("password12345678"));
    }

    private record Candidate(String name, String cost, Runnable hash) {}
}
