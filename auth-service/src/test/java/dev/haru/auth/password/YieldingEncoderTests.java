package dev.haru.auth.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.crypto.password.PasswordEncoder;

class YieldingEncoderTests {

    @Test
    @EnabledOnOs(OS.LINUX)
    void hashInAFloodYieldsButItsCallerDoesNot() {
        int before = niceness();
        String yielding = String.valueOf(Math.min(before + 10, 19)); // 19 is the maximum

        assertThat(inAFlood().encode("password12345678")).isEqualTo(yielding);
        assertThat(inAFlood().matches("password12345678", yielding)).isTrue();
        assertThat(inAFlood().matches("password12345678", yielding + "1")).isFalse();
        assertThat(niceness()).isEqualTo(before);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void hashAfterAFloodDoesNotYield() {
        AtomicBoolean flood = new AtomicBoolean(true);
        PasswordEncoder encoder =
                new YieldingEncoder(new StubEncoder(() -> String.valueOf(niceness())), new HashShare(), flood::get);
        encoder.encode("password12345678");

        flood.set(false);

        assertThat(encoder.encode("password12345678")).isEqualTo(String.valueOf(niceness()));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void starvedHashInAFloodDoesNotYield() {
        HashShare share = new HashShare();
        PasswordEncoder encoder =
                new YieldingEncoder(new StubEncoder(() -> String.valueOf(niceness())), share, () -> true);

        share.completed(Duration.ofSeconds(1).toNanos(), 0);

        assertThat(encoder.encode("password12345678")).isEqualTo(String.valueOf(niceness()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyHashCountsForTheShare(boolean flood) {
        HashShare share = new HashShare();
        PasswordEncoder encoder =
                new YieldingEncoder(new StubEncoder(YieldingEncoderTests::parked), share, () -> flood);
        assertThat(share.isBehind()).isFalse();

        encoder.encode("password12345678");

        assertThat(share.isBehind()).isTrue();
    }

    @Test
    void failureOfAHashReachesTheCaller() {
        PasswordEncoder encoder = new YieldingEncoder(
                new StubEncoder(() -> {
                    throw new IllegalArgumentException("no such hash");
                }),
                new HashShare(),
                () -> true);

        assertThatThrownBy(() -> encoder.encode("password12345678"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no such hash");
    }

    /**
     * An encoder that returns the nice value of each hash. Its share is its own: on a busy machine, a single slow hash
     * puts a share behind, and the next hash does not yield.
     */
    private static PasswordEncoder inAFlood() {
        return new YieldingEncoder(new StubEncoder(() -> String.valueOf(niceness())), new HashShare(), () -> true);
    }

    /** Takes 150 ms without processor time, like a starved thread. That is more than the credit of a new share. */
    private static String parked() {
        long end = System.nanoTime() + Duration.ofMillis(150).toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        return "hash";
    }

    /**
     * The nice value of the calling thread. It is the 19th field of its line, the 17th after the name, which may
     * contain blanks.
     */
    private static int niceness() {
        try {
            String stat = Files.readString(Path.of("/proc/thread-self/stat"));
            return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An encoder with a given hash. */
    private record StubEncoder(Supplier<String> hash) implements PasswordEncoder {

        @Override
        public String encode(@Nullable CharSequence password) {
            return hash.get();
        }

        @Override
        public boolean matches(@Nullable CharSequence password, @Nullable String stored) {
            return hash.get().equals(stored);
        }
    }
}
