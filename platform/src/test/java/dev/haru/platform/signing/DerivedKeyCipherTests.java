package dev.haru.platform.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

class DerivedKeyCipherTests {

    private static final byte[] ID = "id".getBytes(UTF_8);
    private static final byte[] CONTENT = "a secret".getBytes(UTF_8);

    private final SecureRandom random = new SecureRandom();
    private final DerivedKeyCipher cipher = cipher("first");

    @Test
    void contentIsReadWithTheSamePurposeAndId() {
        byte[] encrypted = cipher.encrypt("purpose", ID, CONTENT);

        assertThat(cipher.decrypt("purpose", ID, encrypted)).hasValue(CONTENT);
        assertThat(cipher.decrypt("other", ID, encrypted)).isEmpty();
        assertThat(cipher.decrypt("purpose", "other".getBytes(UTF_8), encrypted))
                .isEmpty();
    }

    @Test
    void equalContentsDiffer() {
        assertThat(cipher.encrypt("purpose", ID, CONTENT)).isNotEqualTo(cipher.encrypt("purpose", ID, CONTENT));
    }

    @Test
    void allSigningSecretsDecryptAndTheFirstEncrypts() {
        byte[] encrypted = cipher.encrypt("purpose", ID, CONTENT);

        assertThat(cipher("second", "first").decrypt("purpose", ID, encrypted)).hasValue(CONTENT);
        assertThat(cipher("second").decrypt("purpose", ID, encrypted)).isEmpty();
        assertThat(cipher("second")
                        .decrypt("purpose", ID, cipher("second", "first").encrypt("purpose", ID, CONTENT)))
                .hasValue(CONTENT);
    }

    @Test
    void changedContentIsNotRead() {
        byte[] encrypted = cipher.encrypt("purpose", ID, CONTENT);
        encrypted[encrypted.length - 1] ^= 1;

        assertThat(cipher.decrypt("purpose", ID, encrypted)).isEmpty();
    }

    private DerivedKeyCipher cipher(String... secrets) {
        return new DerivedKeyCipher(new SigningKeys(List.of(secrets)), random);
    }
}
