package dev.haru.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceCredentialsTests {

    private final ServiceCredentials credentials = new ServiceCredentials(new ServiceCredentialProperties(
            "member-service",
            List.of("own-secret-0123456789", "own-former-0123456789"),
            List.of(),
            Map.of("auth-service", List.of("old-secret-0123456789", "new-secret-0123456789"))));

    @Test
    void bothSecretsAreValidDuringARotation() {
        assertThat(credentials.callerOf("auth-service:old-secret-0123456789")).contains("auth-service");
        assertThat(credentials.callerOf("auth-service:new-secret-0123456789")).contains("auth-service");
    }

    @Test
    void firstOwnSecretIsSent() {
        assertThat(credentials.own()).isEqualTo("member-service:own-secret-0123456789");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                ":",
                "auth-service",
                "auth-service:",
                "auth-service:old-secret",
                "member-service:own-secret-0123456789",
                "schedule-service:old-secret-0123456789"
            })
    void invalidCredentialIsRefused(String credential) {
        assertThat(credentials.callerOf(credential)).isEmpty();
    }

    @Test
    void printedPropertiesContainNoSecret() {
        assertThat(new ServiceCredentialProperties(
                                "a",
                                List.of("own-secret-0123456789"),
                                List.of("operators-secret-0123456789"),
                                Map.of("b", List.of("its-secret-0123456789")))
                        .toString())
                .doesNotContain("secret-");
    }
}
