package dev.haru.latency.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpAccessTests {

    private static final Map<String, String> USER = Map.of("TEMPO_USERNAME", "user", "TEMPO_PASSWORD", "s3cret");

    @Test
    void withoutCredentialsAndTenantThereIsNoHeader() {
        assertThat(headers("http://tempo:3200", null, Map.of("LOKI_BEARER_TOKEN", "t")))
                .isEmpty();
    }

    @Test
    void credentialsOfTheUrlPrecedeThoseOfTheEnvironment() {
        assertThat(headers("http://a%40b:c%3Ad@tempo:3200", null, USER))
                .containsExactly(Map.entry("Authorization", "Basic YUBiOmM6ZA=="));
        assertThat(headers("http://tempo:3200", null, USER))
                .containsExactly(Map.entry("Authorization", "Basic dXNlcjpzM2NyZXQ="));
    }

    @Test
    void tokenOfTheEnvironmentIsSentAsBearerToken() {
        assertThat(headers("http://tempo:3200", "team-a", Map.of("TEMPO_BEARER_TOKEN", "token\n")))
                .containsExactly(Map.entry("X-Scope-OrgID", "team-a"), Map.entry("Authorization", "Bearer token"));
    }

    @Test
    void valueThatIsNoHeaderIsRefusedWithoutTheSecret() {
        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> headers("http://tempo:3200", null, Map.of("TEMPO_BEARER_TOKEN", "s3\ncret")))
                .withMessageStartingWith("TEMPO_BEARER_TOKEN is empty, or has a character")
                .withMessageNotContainingAny("s3", "cret");
        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> headers("http://tempo:3200", "a\nb", Map.of()))
                .withMessageStartingWith("--tenant is empty");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://user:s3cret@tempo",
                "http://user:s3cret x@tempo",
                "http://user:12#s3cret@tempo",
                "http://user:12?s3cret@tempo",
                "http://user:s3cret/x@tempo",
                "http://user:%zzs3cret@tempo"
            })
    void invalidUrlIsReportedWithoutItsPassword(String url) {
        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> new HttpApi("Tempo", "--tempo", url, null))
                .withMessageContaining("is not a URL")
                .withMessageNotContaining("s3cret");
    }

    private static Map<String, String> headers(String url, @Nullable String tenant, Map<String, String> environment) {
        return HttpAccess.headers("Tempo", URI.create(url), tenant, environment);
    }
}
