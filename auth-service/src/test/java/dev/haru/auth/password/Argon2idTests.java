package dev.haru.auth.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;

class Argon2idTests {

    private static final String LIBRARY = "libargon2.so.1";
    private static final Argon2id.Cost CHEAP = new Argon2id.Cost(256, 2, 1);

    @Test
    void javaHashEqualsTheKnownAnswer() {
        byte[] hash = new JavaArgon2id()
                .hash(
                        "password".getBytes(StandardCharsets.US_ASCII),
                        "somesalt".getBytes(StandardCharsets.US_ASCII),
                        CHEAP,
                        32);
        assertThat(hash)
                .isEqualTo(HexFormat.of().parseHex("9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"));
    }

    @Test
    void nativeAndJavaHashesAreEqual() {
        // CI installs the library, so a run there must not skip the test.
        if (!"true".equals(System.getenv("CI"))) {
            assumeThatCode(() -> new NativeArgon2id(LIBRARY)).doesNotThrowAnyException();
        }
        Argon2id library = new NativeArgon2id(LIBRARY);
        Random random = new Random(42);
        for (int i = 0; i < 20; i++) {
            byte[] password = new byte[random.nextInt(200)];
            byte[] salt = new byte[16];
            random.nextBytes(password);
            random.nextBytes(salt);
            Argon2id.Cost cost =
                    new Argon2id.Cost(64 + random.nextInt(500), 1 + random.nextInt(4), 1 + random.nextInt(3));
            assertThat(library.hash(password, salt, cost, 32))
                    .isEqualTo(new JavaArgon2id().hash(password, salt, cost, 32));
        }
    }

    @Test
    void missingLibraryIsRejected() {
        assertThatThrownBy(() -> new NativeArgon2id("no-such-library")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void encoderAndSpringsEncoderReadEachOthersHashes() {
        Argon2idEncoder ours = new Argon2idEncoder(new JavaArgon2id(), CHEAP, new SecureRandom());
        Argon2PasswordEncoder springs = new Argon2PasswordEncoder(16, 32, 1, 256, 2);

        assertThat(ours.matches("password12345678", springs.encode("password12345678")))
                .isTrue();
        assertThat(springs.matches("password12345678", ours.encode("password12345678")))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "'$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$AAAA', false",
        "'$argon2id$v=19$m=128,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$AAAA', true",
        "'$argon2id$v=19$m=256,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$AAAA', true",
        "'$argon2id$v=19$m=512,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$AAAA', false",
        "'$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$AAAA', true",
        "'', true"
    })
    void weakerStoredHashNeedsAnUpgrade(String stored, boolean weaker) {
        assertThat(new Argon2idEncoder(new JavaArgon2id(), CHEAP, new SecureRandom()).upgradeEncoding(stored))
                .isEqualTo(weaker);
    }

    @ParameterizedTest
    @CsvSource({"''", "garbage", "'$argon2id$v=19$m=99999999,t=2,p=1$c29tZXNhbHQ$AAAA'"})
    void malformedStoredHashMatchesNothing(String stored) {
        assertThat(new Argon2idEncoder(new JavaArgon2id(), CHEAP, new SecureRandom()).matches("", stored))
                .isFalse();
    }
}
