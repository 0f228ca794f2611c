package dev.haru.auth.passkey;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PasskeyPropertiesTests {

    private static final Validator VALIDATOR =
            Validation.buildDefaultValidatorFactory().getValidator();

    @ParameterizedTest
    @CsvSource({
        "localhost, http://localhost:8080",
        "example.com, https://example.com",
        "example.com, https://app.example.com:8443",
        "example.com, android:apk-key-hash:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    })
    void rpWithItsOriginsIsValid(String rpId, String origin) {
        assertThat(isValid(rpId, origin)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "example.com, http://example.com",
        "example.com, https://example.com/",
        "example.com, https://example.com/app",
        "example.com, https://user@example.com",
        "example.com, https://badexample.com",
        "example.com, https://example.com.evil.example",
        "app.example.com, https://example.com",
        "example.com, https://EXAMPLE.com",
        "example.com, example.com",
        "example.com, 'https:// example.com'",
        "example.com, android:apk-key-hash:short",
        "https://example.com, https://example.com",
        "example.com:443, https://example.com:443",
        "Example.com, https://example.com"
    })
    void originOfAnotherRpIsRefused(String rpId, String origin) {
        assertThat(isValid(rpId, origin)).isFalse();
    }

    @Test
    void rpWithoutOriginsIsRefused() {
        assertThat(VALIDATOR.validate(properties("example.com", List.of()))).hasSize(1);
        assertThat(VALIDATOR.validate(properties("", List.of()))).isEmpty();
    }

    private static boolean isValid(String rpId, String origin) {
        return VALIDATOR.validate(properties(rpId, List.of(origin))).isEmpty();
    }

    private static PasskeyProperties properties(String rpId, List<String> origins) {
        return new PasskeyProperties(rpId, "Haru", origins, Duration.ofMinutes(5), 10);
    }
}
