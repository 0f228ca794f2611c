package dev.haru.auth.totp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TotpTests {

    /** The secret of the test vectors for SHA-1 in RFC 6238, appendix B. */
    private static final byte[] SECRET = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);

    private static final Instant NOW = Instant.ofEpochSecond(1_111_111_111);

    /** The vectors have eight digits. A code of six digits is the last six of them. */
    @ParameterizedTest
    @CsvSource({
        "59, 94287082",
        "1111111109, 07081804",
        "1111111111, 14050471",
        "1234567890, 89005924",
        "2000000000, 69279037",
        "20000000000, 65353130"
    })
    void codesAreThoseOfTheRfc(long second, String code) {
        assertThat(Totp.code(SECRET, Totp.stepAt(Instant.ofEpochSecond(second))))
                .isEqualTo(code.substring(2));
    }

    @Test
    void codeOfAnAdjacentStepIsAccepted() {
        long step = Totp.stepAt(NOW);
        for (int drift = -1; drift <= 1; drift++) {
            assertThat(Totp.stepOf(SECRET, Totp.code(SECRET, step + drift), 0, NOW))
                    .hasValue(step + drift);
        }
    }

    @Test
    void codeTwoStepsAwayIsRefused() {
        long step = Totp.stepAt(NOW);
        assertThat(Totp.stepOf(SECRET, Totp.code(SECRET, step - 2), 0, NOW)).isEmpty();
        assertThat(Totp.stepOf(SECRET, Totp.code(SECRET, step + 2), 0, NOW)).isEmpty();
    }

    @Test
    void codeOfTheLastOrAnEarlierStepIsRefused() {
        long step = Totp.stepAt(NOW);
        assertThat(Totp.stepOf(SECRET, Totp.code(SECRET, step), step, NOW)).isEmpty();
        assertThat(Totp.stepOf(SECRET, Totp.code(SECRET, step - 1), step, NOW)).isEmpty();
        assertThat(Totp.stepOf(SECRET, Totp.code(SECRET, step + 1), step, NOW)).hasValue(step + 1);
    }
}
